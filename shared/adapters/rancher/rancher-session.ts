import { z } from 'zod';
import type { JsonCall, JsonClient } from '../json-client.ts';
import { unlessNotFound } from '../unless-not-found.ts';

type Listing<T> = { op: string; path: string; query?: Record<string, string>; item: z.ZodType<T> };

export type RancherSession = {
  call<T>(call: JsonCall<T>): Promise<T>;
  /** The object, or undefined where Rancher has none. */
  find<T>(call: Omit<JsonCall<T>, 'method'>): Promise<T | undefined>;
  /** All items, whatever number of pages Rancher makes of them. */
  list<T>(listing: Listing<T>): Promise<T[]>;
};

/** Calls under an access key. Both APIs are behind it: `/v1` (steve, Kubernetes objects) and `/v3` (norman). */
export function rancherSession(client: JsonClient, key: { username: string; password: string }): RancherSession {
  const authorization = `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;
  const call = async <T>(request: JsonCall<T>): Promise<T> =>
    (await client({ ...request, headers: { authorization } })).body;
  return {
    call,
    find: (request) => unlessNotFound(call({ ...request, method: 'GET' })),
    async list({ op, path, query, item }) {
      const reply = z.object({
        data: z.array(item),
        continue: z.string().optional(),
        pagination: z.object({ next: z.string().nullish() }).nullish(),
      });
      const items = [];
      for (let more: Record<string, string> | undefined = {}; more; ) {
        const page: z.infer<typeof reply> = await call({
          op,
          method: 'GET',
          path,
          query: { ...query, ...more },
          reply,
        });
        items.push(...page.data);
        more = nextPage(page.continue, page.pagination?.next);
      }
      return items;
    },
  };
}

/** Steve gives a token, norman an address, of which only the query is used: its host may be one we must not send the key to. */
function nextPage(token: string | undefined, address: string | null | undefined): Record<string, string> | undefined {
  if (token) return { continue: token };
  return address ? Object.fromEntries(new URL(address, 'http://rancher').searchParams) : undefined;
}
