import type { PageRequest } from '../ports/store.ts';

/** One page of a list with all that there is; the store reads it query by query. */
export const EVERYTHING: PageRequest = { page: 1, pageSize: Number.MAX_SAFE_INTEGER };
