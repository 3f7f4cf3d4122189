import { z } from 'zod';

/**
 * Query parameters for the page, the order or the form of a list. They select no objects. So they keep their effect
 * even if the simulator ignores the parameters that select objects.
 */
const READ_ALL_THE_SAME = new Set([
  ...['limit', 'marker', 'offset', 'continue', 'page', 'pagesize', 'first', 'max', 'page_reverse'],
  ...['sort', 'sort_key', 'sort_dir', 'direction', 'order', 'reverse'],
  ...['briefRepresentation', 'populateHierarchy', 'exclude', 'include', 'excludeValues', 'fields', 'usage'],
  ...['watch', 'resourceVersion', 'allowWatchBookmarks', 'timeoutSeconds', 'list', 'action', 'link'],
  // Parameters of `?link=info`, which say which chart of a repository the answer describes.
  ...['chartName', 'version'],
]);
/** Paths on which no query parameter selects objects of a list, e.g. the path of a sign-in. */
const NO_LIST = /^\/(realms|_sim)\//;

/**
 * Whether the simulator ignores the selectors in queries. `client` limits this to the requests with that User-Agent.
 * Without `client`, the selectors of all clients are ignored.
 */
export const selectorsSchema = z.strictObject({ ignored: z.boolean(), client: z.string().optional() });
type Asked = { method?: string | undefined; headers: { 'user-agent'?: string | undefined } };

/** Acts as a server that knows no parameter to narrow a list, and so always answers with the whole list. */
export function ignoredSelectors() {
  let given: z.infer<typeof selectorsSchema> = { ignored: false };
  return {
    state: () => given,
    set(wanted: typeof given) {
      given = wanted;
    },
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
