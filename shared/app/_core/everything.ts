import type { PageRequest } from '#shared/ports/store';

/** One page of a list with all that there is; the store reads it query by query. */
export const EVERYTHING: PageRequest = { page: 1, pageSize: Number.MAX_SAFE_INTEGER };
