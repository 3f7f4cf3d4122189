import { z } from 'zod';
import { parseUuid } from '#shared/domain/_core/identifier';
import type { JsonCall, JsonClient } from '../json-client.ts';
import { isSelected, listingBounds, queryOf, type Selection } from '../list-selection.ts';

/** Number of items in a page. Waldur's published site agent requests pages of this size. Waldur allows larger pages. */
const PAGE_SIZE = 100;
const hasNext = (link: string | undefined): boolean => /rel="?next"?/.test(link ?? '');

/** Waldur writes uuids with or without dashes. */
export const remoteUuid = z.string().transform((text, context) => {
  const uuid = parseUuid(text);
  if (uuid !== undefined) return uuid;
  context.addIssue({ code: 'custom', message: 'not a uuid', input: text });
  return z.NEVER;
});

type Listed<T> = {
  op: string;
  path: string;
  item: z.ZodType<T>;
  where: Selection<T>;
};
type Posted = { op: string; path: string; body?: object };

/** A session with the remote Waldur. Each call sends the stored token. */
export type WaldurSession = {
  call<T>(call: JsonCall<T>): Promise<T>;
  post(call: Posted): Promise<void>;
  list<T>(list: Listed<T>): Promise<T[]>;
};

export function waldurSession(client: JsonClient, backend: string, token: string): WaldurSession {
  const headers = { authorization: `Token ${token}` };
  return {
    call: async (request) => (await client({ ...request, headers })).body,
    async post({ op, path, body }) {
      const sent = body === undefined ? {} : { body };
      await client({ op, path, method: 'POST', headers, reply: z.unknown(), ...sent });
    },
    // The header Link shows whether there is a next page. The URL in the header is not followed, because it may lead to
    // another host.
    async list({ op, path, item, where }) {
      const readPage = listingBounds(backend, op);
      const found: z.infer<typeof item>[] = [];
      for (let page = 1, isMore = true; isMore; page += 1) {
        const asked = { ...queryOf(where), page, page_size: PAGE_SIZE };
        const items = await readPage(
          async () => {
            const reply = await client({ op, method: 'GET', path, headers, query: asked, reply: z.array(item) });
            isMore = hasNext(reply.header('link'));
            return reply;
          },
          (all) => all.length,
        );
        found.push(...items.filter(isSelected(where)));
      }
      return found;
    },
  };
}
