import type { Page, PageRequest } from '#shared/ports/store';

/** A list that is at hand whole: the tenant's flavors, an object's events. */
export const pageOf =
  <T>(items: readonly T[]) =>
  ({ page, pageSize }: PageRequest): Promise<Page<T>> =>
    Promise.resolve({ items: items.slice((page - 1) * pageSize, page * pageSize), total: items.length });
