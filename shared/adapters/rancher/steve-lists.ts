import { z } from 'zod';
import { BackendContractBroken } from '../../errors.ts';
import type { Clock } from '../../ports/runtime.ts';
import { clockCache } from '../clock-cache.ts';
import type { JsonClient, Query } from '../json-client.ts';
import { listingBounds } from '../list-selection.ts';

type Labels = Readonly<Record<string, string>>;
export type SteveListing<T> = {
  op: string;
  path: string;
  item: z.ZodType<T>;
  /** Fields to leave out, such as `metadata.managedFields`. */
  exclude: string | readonly string[];
};
export type ObjectListing<T> = SteveListing<T> & { labels: Labels };

const PAGE_SIZE = 500;
const object = z.looseObject({
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string().nullish(),
    labels: z.record(z.string(), z.string()).nullish(),
  }),
});
type SteveObject = z.infer<typeof object>;
/** An empty list may have neither `data` nor `count`. */
const reply = z.object({ data: z.array(object).nullish(), count: z.number().nullish() });

/**
 * Reads a list page by page, and returns each object once. Cached lists support `pagesize` and `page`. Lists without a
 * cache support `limit` and `continue`, and since Rancher 2.7 also `pagesize` and `page`. A server that supports none
 * of these parameters returns the whole list.
 */
async function* pagesOf(
  client: JsonClient,
  { op, path, exclude }: Omit<SteveListing<unknown>, 'item'>,
  selection: Query = {},
): AsyncGenerator<SteveObject[]> {
  const read = listingBounds('Rancher', op);
  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    const query = { ...selection, exclude, pagesize: PAGE_SIZE, page };
    const { data, count: total } = await read(
      () => client({ op, method: 'GET', path, query, reply }),
      (body) => body.data?.length ?? 0,
    );
    const found = data ?? [];
    const fresh = found.filter(({ metadata }) => !seen.has(`${metadata.namespace}/${metadata.name}`));
    for (const { metadata } of fresh) seen.add(`${metadata.namespace}/${metadata.name}`);
    yield fresh;
    if (found.length !== PAGE_SIZE || fresh.length === 0 || seen.size >= (total ?? Infinity)) return;
  }
}

export async function* readObjects<T>(client: JsonClient, listing: SteveListing<T>): AsyncGenerator<T[]> {
  for await (const page of pagesOf(client, listing)) yield parsed(listing, page);
}

/**
 * Lists the objects that have the labels. Cached lists (the default since Rancher 2.12) ignore `labelSelector`. Lists
 * without a cache support `labelSelector`, but their `filter` finds no object if the label's key contains a dot. So
 * `labelSelector` is tried first. If an answer has objects without the labels, Rancher must have cached lists, and
 * `filter` is used for the next five minutes. Objects without the labels are always left out.
 */
export async function listObjects<T>(
  client: JsonClient,
  selectors: SelectorMemory,
  listing: ObjectListing<T>,
): Promise<T[]> {
  const { labels } = listing;
  const selection = selectors.isIgnoring() ? filterOf(labels) : labelSelectorOf(labels);
  const ours: SteveObject[] = [];
  for await (const page of pagesOf(client, listing, selection)) {
    const selected = page.filter(({ metadata }) => hasLabels(metadata.labels ?? {}, labels));
    if (selected.length < page.length) selectors.remember();
    ours.push(...selected);
  }
  return parsed(listing, ours);
}

export const hasLabels = (found: Labels, wanted: Labels): boolean =>
  Object.entries(wanted).every(([key, value]) => found[key] === value);

const filterOf = (labels: Labels): Query => ({
  filter: Object.entries(labels).map(([key, value]) => `metadata.labels[${key}]=${value}`),
});
const labelSelectorOf = (labels: Labels): Query => {
  const terms = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return { labelSelector: terms.length > 0 ? terms.join(',') : undefined };
};

/** Parses the selected objects. Other objects are not parsed, because they may have any format. */
function parsed<T>({ op, item }: SteveListing<T>, objects: readonly SteveObject[]): T[] {
  const { data, error } = z.array(item).safeParse(objects);
  if (data) return data;
  const [issue] = error.issues;
  const what = `${issue?.path.join('.')}: ${issue?.message}`;
  throw new BackendContractBroken(`Rancher answered ${op} with an unexpected object (${what}).`, { op }, error);
}

/** Remembers whether one Rancher ignores label selectors. */
export type SelectorMemory = { isIgnoring(): boolean; remember(): void };

/**
 * How long `filter` is used before label selectors are tried again. A restart of Rancher can switch off cached lists,
 * and then `filter` finds no object.
 */
const LIFE_MS = 5 * 60_000;

/** Returns a function that gives each Rancher address its `SelectorMemory`. Memories are kept in this process only. */
export function selectorMemories(clock: Clock): (backendUrl: string) => SelectorMemory {
  const ignoring = clockCache<true>(clock, LIFE_MS);
  return (backendUrl) => ({
    isIgnoring: () => ignoring.has(backendUrl),
    remember: () => void ignoring.set(backendUrl, true),
  });
}
