type Of<T> = (item: T) => string | undefined;

/**
 * How records of a kind are found, other than by place (docs/decisions/0048-filters-have-narrow-indexes.md). Filters
 * have the API's names.
 */
export type RecordFilters<T> = {
  /** Lists by state. States of one group share a partition: states that are often listed together are read together. */
  readonly states?: {
    readonly of: (item: T) => string;
    readonly groups: Readonly<Record<string, readonly string[]>>;
    /** Further filters of these lists. Their values never change. */
    readonly marks: Readonly<Record<string, Of<T>>>;
  };
  /** `name_exact`, and `name`: a part of the name in upper or lower case. */
  readonly name?: (item: T) => string;
  /** A value that one or few records have. */
  readonly match?: {
    /** The value that the index `matches` finds a record by. For `lookup` see `lookupOf` of its kind. */
    readonly of: Of<T>;
    readonly filters: Readonly<Record<string, (item: T) => readonly string[]>>;
  };
};

type InBackend = { backendId: string };
/** For objects that have an id at their backend. */
export const BY_BACKEND_ID = {
  of: ({ backendId }: InBackend) => backendId || undefined,
  filters: { backend_id: ({ backendId }: InBackend) => [backendId] },
};
