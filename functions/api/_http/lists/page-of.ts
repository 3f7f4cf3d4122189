import type { Page, PageRequest } from '#shared/ports/store';

/** For a list that is read as a whole, such as a tenant's flavors or an object's events. */
export const pageOf =
  <T>(items: readonly T[]) =>
  ({ page, pageSize }: PageRequest): Promise<Page<T>> =>
    Promise.resolve({ items: items.slice((page - 1) * pageSize, page * pageSize), total: items.length });
