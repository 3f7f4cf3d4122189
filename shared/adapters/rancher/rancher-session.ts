import { z } from 'zod';
import { BackendUnauthorized } from '../../errors.ts';
import type { Classify } from '../backend-request.ts';
import type { JsonCall, JsonClient } from '../json-client.ts';
import { isSelected, listingBounds, queryOf, type Selection } from '../list-selection.ts';
import { unlessNotFound } from '../not-found.ts';
import { listObjects, type ObjectListing, readObjects, type SelectorMemory, type SteveListing } from './steve-lists.ts';

type Listing<T> = { op: string; path: string; item: z.ZodType<T>; where: Selection<T> };

export type RancherSession = {
  call<T>(call: JsonCall<T>): Promise<T>;
  find<T>(call: Omit<JsonCall<T>, 'method'>): Promise<T | undefined>;
  /** Lists the selected items of a collection of Rancher's v3 API (norman), over all pages. */
  list<T>(listing: Listing<T>): Promise<T[]>;
  /**
   * Lists Kubernetes objects with these labels from a collection of Rancher's v1 API (steve). Without labels, lists all
   * objects.
   */
  listObjects<T>(listing: ObjectListing<T>): Promise<T[]>;
  /** Reads all objects of a collection of Rancher's v1 API (steve), page by page. */
  readObjects<T>(listing: SteveListing<T>): AsyncGenerator<T[]>;
};

const normanPage = <T>(item: z.ZodType<T>) =>
  z.object({ data: z.array(item), pagination: z.object({ next: z.string().nullish() }).nullish() });

/**
 * Rancher answers 404 with an empty body if the account has no right to the type. If an object is missing, the body has
 * a message.
 */
const classifyBy =
  (own: Classify | undefined): Classify =>
  (status, message) =>
    own?.(status, message) ?? (status === 404 && message === '' ? BackendUnauthorized : undefined);

/** Calls Rancher with an access key, in both of its APIs: `/v1` (steve, Kubernetes objects) and `/v3` (norman). */
export function rancherSession(
  client: JsonClient,
  key: { username: string; password: string },
  selectors: SelectorMemory,
): RancherSession {
  const authorization = `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;
  const exchange: JsonClient = (request) =>
    client({ ...request, headers: { ...request.headers, authorization }, classify: classifyBy(request.classify) });
  const call = async <T>(request: JsonCall<T>): Promise<T> => (await exchange(request)).body;

  async function list<T>({ op, path, item, where }: Listing<T>): Promise<T[]> {
    const read = listingBounds('Rancher', op);
    const reply = normanPage(item);
    const items: T[] = [];
    for (let query: JsonCall<T>['query'] = queryOf(where); query; ) {
      const from = query;
      const page: z.infer<typeof reply> = await read(
        () => exchange({ op, method: 'GET', path, query: from, reply }),
        ({ data }) => data.length,
      );
      items.push(...page.data);
      query = nextQuery(page.pagination?.next);
    }
    return items.filter(isSelected(where));
  }

  return {
    call,
    list,
    find: (request) => unlessNotFound(call({ ...request, method: 'GET' })),
    listObjects: (listing) => listObjects(exchange, selectors, listing),
    readObjects: (listing) => readObjects(exchange, listing),
  };
}

/**
 * The query parameters of the next page. The rest of the next page's URL is ignored, because the access key must not be
 * sent to another host.
 */
const nextQuery = (address: string | null | undefined) =>
  address ? Object.fromEntries(new URL(address, 'http://rancher').searchParams) : undefined;
