type Of<T> = (item: T) => string | undefined;

/**
 * Filters of lists of one kind of record, in addition to the filters by customer and project
 * (docs/decisions/0048-filters-have-narrow-indexes.md). Filters are named after the API's parameters.
 */
export type RecordFilters<T> = {
  /**
   * Filters by state. States that callers often list together form a group. All records of a group are in one partition
   * and are read together.
   */
  readonly states?: {
    readonly of: (item: T) => string;
    readonly groups: Readonly<Record<string, readonly string[]>>;
    /**
     * Filters that can be combined with a filter by state. These filters compare only values that never change in a
     * record.
     */
    readonly marks: Readonly<Record<string, Of<T>>>;
  };
  /**
   * The name that two filters compare. `name_exact` compares the whole name. `name` searches for a part of the name,
   * and ignores upper and lower case.
   */
  readonly name?: (item: T) => string;
  /** Filters by a value that only one record or a few records have. */
  readonly match?: {
    /** The record's key in the index `matches`. `lookupOf` makes keys of another index, `lookup`. */
    readonly of: Of<T>;
    readonly filters: Readonly<Record<string, (item: T) => readonly string[]>>;
  };
};

type InBackend = { backendId: string };
/** Filter by the id that a backend has given to an object. */
export const BY_BACKEND_ID = {
  of: ({ backendId }: InBackend) => backendId || undefined,
  filters: { backend_id: ({ backendId }: InBackend) => [backendId] },
};
