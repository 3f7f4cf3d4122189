import { z } from 'zod';
import type { Listing } from '#shared/contracts/rest/listing';
import type { Page, PageRequest } from '#shared/ports/store';
import { selectFields } from './field-selection.ts';
import { pageHeaders, readPage } from './paging.ts';
import { type ApiReply, ok } from './replies.ts';
import type { OpenCall } from './router.ts';

/** A bare JSON array with `Link` and `X-Result-Count`. `view` makes an item's body, which the schema then checks. */
export async function listReply<T, V>(
  { request, link }: Pick<OpenCall, 'request' | 'link'>,
  list: (page: PageRequest) => Promise<Page<T>>,
  { schema, view, selectable }: Pick<Listing<T, V>, 'schema' | 'view' | 'selectable'>,
): Promise<ApiReply> {
  const page = await readPage(request.query, list);
  const items = page.items.map((item) => view(link, item));
  const reply = ok(z.array(schema), items, pageHeaders(request, page));
  return selectable ? { ...reply, body: selectFields(request.query, reply.body) } : reply;
}

/** A list that is at hand whole: the tenant's flavors, an object's events. */
export const pageOf =
  <T>(items: readonly T[]) =>
  ({ page, pageSize }: PageRequest): Promise<Page<T>> =>
    Promise.resolve({ items: items.slice((page - 1) * pageSize, page * pageSize), total: items.length });
