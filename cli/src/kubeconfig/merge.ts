type Entry = { name: string } & Record<string, unknown>;
/** A kubeconfig in the format of `kubectl`. */
export type Kubeconfig = {
  clusters: Entry[];
  users: Entry[];
  contexts: Entry[];
  'current-context'?: string;
} & Record<string, unknown>;

const LISTS = ['clusters', 'users', 'contexts'] as const;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isEntry = (value: unknown): value is Entry => isObject(value) && typeof value.name === 'string';

/**
 * Reads a parsed kubeconfig. A missing list counts as empty, as in `kubectl`. Returns undefined if the value is not a
 * kubeconfig.
 */
export function kubeconfigOf(parsed: unknown): Kubeconfig | undefined {
  if (!isObject(parsed)) return undefined;
  const lists = LISTS.map((list) => parsed[list] ?? []);
  const [clusters, users, contexts] = lists.map((list) => (Array.isArray(list) ? list.filter(isEntry) : undefined));
  if (clusters === undefined || users === undefined || contexts === undefined) return undefined;
  return { ...parsed, clusters, users, contexts };
}

/**
 * Adds the entries of one kubeconfig to another. An added entry replaces an entry of the same name. The current context
 * of `added` becomes the current context.
 */
export function merged(base: Kubeconfig, added: Kubeconfig): Kubeconfig {
  const lists = LISTS.map((list) => {
    const names = new Set(added[list].map(({ name }) => name));
    return [list, [...base[list].filter(({ name }) => !names.has(name)), ...added[list]]];
  });
  return { ...base, ...Object.fromEntries(lists), 'current-context': added['current-context'] };
}
