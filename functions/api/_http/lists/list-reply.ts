import { z } from 'zod';
import type { Listing } from '#shared/contracts/rest/_core/listing';
import type { Page, PageRequest } from '#shared/ports/store';
import { type ApiReply, ok } from '../replies.ts';
import type { OpenCall } from '../router.ts';
import { selectFields } from './field-selection.ts';
import { refuseUnknown } from './known-parameters.ts';
import { ordered } from './ordering.ts';
import { pageHeaders, readPage } from './paging.ts';

/**
 * A JSON array with `Link` and `X-Result-Count`, in the requested order and with the requested fields. `view` makes an
 * item's body, which the schema then checks. Throws Invalid for a query that the list does not accept.
 */
export async function listReply<T, V>(
  { request, link }: Pick<OpenCall, 'request' | 'link'>,
  list: (page: PageRequest) => Promise<Page<T>>,
  { filters, orderings, schema, view }: Listing<T, V>,
): Promise<ApiReply> {
  refuseUnknown(request.query, filters);
  const inOrder = orderings === 'own' ? list : ordered(request.query, list, orderings);
  const page = await readPage(request.query, inOrder);
  const items = page.items.map((item) => view(link, item));
  const reply = ok(z.array(schema), items, pageHeaders(request, page));
  return { ...reply, body: selectFields(request.query, reply.body) };
}
