import type { PageRequest } from '#shared/ports/store';

/** One page with the whole list. The store reads it query by query. */
export const EVERYTHING: PageRequest = { page: 1, pageSize: Number.MAX_SAFE_INTEGER };
