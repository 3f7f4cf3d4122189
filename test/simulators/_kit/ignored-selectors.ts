import { z } from 'zod';

/** What says how much comes at once, in which order and how it looks: it selects nothing. */
const READ_ALL_THE_SAME = new Set([
  ...['limit', 'marker', 'offset', 'continue', 'page', 'pagesize', 'first', 'max', 'page_reverse'],
  ...['sort', 'sort_key', 'sort_dir', 'direction', 'order', 'reverse'],
  ...['briefRepresentation', 'populateHierarchy', 'exclude', 'include', 'excludeValues', 'fields', 'usage'],
  ...['watch', 'resourceVersion', 'allowWatchBookmarks', 'timeoutSeconds', 'list', 'action', 'link'],
]);
/** Signing in is asked for by queries that are no selection. */
const SIGN_IN = /^\/realms\//;

export const selectorsSchema = z.strictObject({ ignored: z.boolean() });

/** A server that knows none of the parameters by which a list is narrowed, and answers with all of it. */
export function ignoredSelectors() {
  let ignored = false;
  return {
    state: () => ({ ignored }),
    set(given: z.infer<typeof selectorsSchema>) {
      ({ ignored } = given);
    },
    /** The address as it is read. */
    read(method: string | undefined, address: string): string {
      const [path = '', query] = address.split('?', 2);
      if (!ignored || method !== 'GET' || query === undefined || SIGN_IN.test(path) || path.startsWith('/_sim/')) {
        return address;
      }
      const left = [...new URLSearchParams(query)].filter(([name]) => READ_ALL_THE_SAME.has(name));
      return left.length === 0 ? path : `${path}?${new URLSearchParams(left)}`;
    },
  };
}

export type IgnoredSelectors = ReturnType<typeof ignoredSelectors>;
