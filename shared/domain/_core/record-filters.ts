type Of<T> = (item: T) => string | undefined;

/**
 * How lists of one kind of record can be filtered, other than by place
 * (docs/decisions/0048-filters-have-narrow-indexes.md). Filters have the names of the API's parameters.
 */
export type RecordFilters<T> = {
  /**
   * Filters by state. States that callers often list together form a group, and the records of a group are read as one
   * partition.
   */
  readonly states?: {
    readonly of: (item: T) => string;
    readonly groups: Readonly<Record<string, readonly string[]>>;
    /** Further filters of a list by state. They use only values that never change in a record. */
    readonly marks: Readonly<Record<string, Of<T>>>;
  };
  /** The name that two filters compare: `name_exact` with the whole name, `name` with a part of it, without case. */
  readonly name?: (item: T) => string;
  /** Filters by a value that only one record or a few records have. */
  readonly match?: {
    /** The record's key in the index `matches`. Keys in the index `lookup` are made by `lookupOf`. */
    readonly of: Of<T>;
    readonly filters: Readonly<Record<string, (item: T) => readonly string[]>>;
  };
};

type InBackend = { backendId: string };
/** Filter by the id that an object has at its backend. */
export const BY_BACKEND_ID = {
  of: ({ backendId }: InBackend) => backendId || undefined,
  filters: { backend_id: ({ backendId }: InBackend) => [backendId] },
};
