import { z } from 'zod';
import type { Page, PageRequest } from '#shared/ports/store';
import { selectFields } from './field-selection.ts';
import { pageHeaders, readPage } from './paging.ts';
import { type ApiReply, ok } from './replies.ts';
import type { ApiRequest } from './request.ts';

/** A bare JSON array with `Link` and `X-Result-Count`. `view` makes an item's body, which the schema then checks. */
export async function listReply<T, V>(
  request: ApiRequest,
  list: (page: PageRequest) => Promise<Page<T>>,
  shape: { schema: z.ZodType<V>; view: (item: T) => V; selectable?: true },
): Promise<ApiReply> {
  const page = await readPage(request.query, list);
  const reply = ok(z.array(shape.schema), page.items.map(shape.view), pageHeaders(request, page));
  return shape.selectable ? { ...reply, body: selectFields(request.query, reply.body) } : reply;
}

/** A list that is at hand whole: the tenant's flavors, an object's events. */
export const pageOf =
  <T>(items: readonly T[]) =>
  ({ page, pageSize }: PageRequest): Promise<Page<T>> =>
    Promise.resolve({ items: items.slice((page - 1) * pageSize, page * pageSize), total: items.length });
