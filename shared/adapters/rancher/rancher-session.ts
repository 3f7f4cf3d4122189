import { z } from 'zod';
import { BackendNotFound, BackendUnauthorized, BackendUnavailable } from '../../errors.ts';
import type { Classify } from '../backend-request.ts';
import { type JsonCall, type JsonClient, path } from '../json-client.ts';
import { isSelected, listingBounds, queryOf, type Selection } from '../list-selection.ts';
import { unlessNotFound } from '../not-found.ts';
import { listObjects, type ObjectListing, readObjects, type SelectorMemory, type SteveListing } from './steve-lists.ts';

type Listing<T> = { op: string; path: string; item: z.ZodType<T>; where: Selection<T> };

export type RancherSession = {
  /** Like `call`, with the size of the answer. */
  exchange: JsonClient;
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

/** What Rancher answers to a creation while a new cluster has an id but no namespace yet. */
const NO_NAMESPACE_YET = / with 404: namespaces "(c-[^"]+)" not found$/;

/**
 * The new cluster in which nothing can be created yet, by Rancher's id. Rancher gives a cluster its id before its
 * namespace: 0.1 s before if it makes one cluster, seconds before under load.
 */
function unfinishedCluster({ method, path: to }: Pick<JsonCall<unknown>, 'method' | 'path'>, error: unknown) {
  const isCreationInRancher = method === 'POST' && /^\/v[13]\//.test(to);
  if (!(isCreationInRancher && error instanceof BackendNotFound)) return undefined;
  return NO_NAMESPACE_YET.exec(error.message)?.[1];
}

/** An access key of Rancher: in its two parts, or as the token that Rancher shows when it creates the key. */
type AccessKey = { username: string; password: string } | { bearer: string };
const authorizationOf = (key: AccessKey): string =>
  'bearer' in key
    ? `Bearer ${key.bearer}`
    : `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;

/** Calls Rancher with an access key, in both of its APIs: `/v1` (steve, Kubernetes objects) and `/v3` (norman). */
export function rancherSession(client: JsonClient, key: AccessKey, selectors: SelectorMemory): RancherSession {
  const authorization = authorizationOf(key);
  const exchange: JsonClient = (request) =>
    client({ ...request, headers: { ...request.headers, authorization }, classify: classifyBy(request.classify) });
  const find = <T>(request: Omit<JsonCall<T>, 'method'>) =>
    unlessNotFound(exchange({ ...request, method: 'GET' }).then(({ body }) => body));
  const call = async <T>(request: JsonCall<T>): Promise<T> => {
    try {
      return (await exchange(request)).body;
    } catch (error) {
      const id = unfinishedCluster(request, error);
      const exists =
        id !== undefined && (await find({ op: 'findCluster', path: path`/v3/clusters/${id}`, reply: z.unknown() }));
      if (!exists) throw error;
      throw new BackendUnavailable(`Rancher has not finished the new cluster ${id} yet.`, {}, error);
    }
  };

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
    exchange,
    call,
    list,
    find,
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
