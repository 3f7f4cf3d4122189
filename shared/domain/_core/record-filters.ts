type Of<T> = (item: T) => string | undefined;

/** By what a kind is found beside its place (docs/decisions/0048-filters-have-narrow-indexes.md). Filters are named as in the API. */
export type RecordFilters<T> = {
  /** Lists by state. States of one group share a partition: what is asked for together is read together. */
  readonly states?: {
    readonly of: (item: T) => string;
    readonly groups: Readonly<Record<string, readonly string[]>>;
    /** What entries of these lists are filtered by, too. It does not change while the record is there. */
    readonly marks: Readonly<Record<string, Of<T>>>;
  };
  /** `name_exact` and `name`, a part of it in any case. */
  readonly name?: (item: T) => string;
  /** A value that few records share, or one alone. */
  readonly match?: {
    /** What a record is found by over an index; by another value over `lookup`, where its kind's `lookupOf` says so. */
    readonly of: Of<T>;
    readonly filters: Readonly<Record<string, (item: T) => readonly string[]>>;
  };
};

type InBackend = { backendId: string };
/** Of what has an id at its backend. */
export const BY_BACKEND_ID = {
  of: ({ backendId }: InBackend) => backendId || undefined,
  filters: { backend_id: ({ backendId }: InBackend) => [backendId] },
};
