import { z } from 'zod';

/** What says how much comes at once, in which order and how it looks: it selects nothing. */
const READ_ALL_THE_SAME = new Set([
  ...['limit', 'marker', 'offset', 'continue', 'page', 'pagesize', 'first', 'max', 'page_reverse'],
  ...['sort', 'sort_key', 'sort_dir', 'direction', 'order', 'reverse'],
  ...['briefRepresentation', 'populateHierarchy', 'exclude', 'include', 'excludeValues', 'fields', 'usage'],
  ...['watch', 'resourceVersion', 'allowWatchBookmarks', 'timeoutSeconds', 'list', 'action', 'link'],
  // Which chart of a repository a link shows.
  ...['chartName', 'version'],
]);
/** Signing in is asked for by queries that are no selection. */
const NO_LIST = /^\/(realms|_sim)\//;

/** `client` is what a client must call itself, as in faults; without it everybody's selectors are ignored. */
export const selectorsSchema = z.strictObject({ ignored: z.boolean(), client: z.string().optional() });
type Asked = { method?: string | undefined; headers: { 'user-agent'?: string | undefined } };

/** A server that knows none of the parameters by which a list is narrowed, and answers with all of it. */
export function ignoredSelectors() {
  let given: z.infer<typeof selectorsSchema> = { ignored: false };
  return {
    state: () => given,
    set(wanted: typeof given) {
      given = wanted;
    },
    /** The address as it is read. */
    read({ method, headers }: Asked, address: string): string {
      const [path = '', query] = address.split('?', 2);
      const isMeant = given.ignored && (given.client ?? headers['user-agent'] ?? '') === (headers['user-agent'] ?? '');
      if (!isMeant || method !== 'GET' || query === undefined || NO_LIST.test(path)) return address;
      const left = [...new URLSearchParams(query)].filter(([name]) => READ_ALL_THE_SAME.has(name));
      return left.length === 0 ? path : `${path}?${new URLSearchParams(left)}`;
    },
  };
}

export type IgnoredSelectors = ReturnType<typeof ignoredSelectors>;
