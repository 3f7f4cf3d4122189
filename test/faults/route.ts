/** A request as the matrix knows it: `*` stands for a segment that is another one for every cluster. */
export type Route = { method: string; route: string };

/** Ids and names made for one cluster or tenant: uuids with and without dashes, Rancher's `c-m-…`, and generated suffixes. */
const OWN = [
  /[0-9a-f]{32}/,
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
  /^(c-m|c|token|kubeconfig-u|registryconfig-auth)-[a-z0-9]/,
];

/** `clusterName` is the order's, after which Rancher's objects are named. */
export function routeOf(path: string, clusterName: string): string {
  const isOwn = (segment: string) => segment.includes(clusterName) || OWN.some((pattern) => pattern.test(segment));
  return path
    .split('/')
    .map((segment) => (isOwn(decodeURIComponent(segment)) ? '*' : segment))
    .join('/');
}

/** What machines and the program behind them ask in their own name; `GET` of a KV secret is theirs while a cluster is made. */
const OF_MACHINES: readonly RegExp[] = [
  /^GET \/(healthz|cacerts|system-agent-install\.sh|v3\/connect\/agent)$/,
  /^GET \/compute\/v2\.1\/servers\/\*\/os-volume_attachments$/,
  /^POST \/v1\/auth\/approle\/login$/,
];
const SECRET_OF_MACHINES = /^GET \/v1\/secret\/data\//;

export function isOfMachines({ method, route }: Route, phase: 'creation' | 'deletion'): boolean {
  const line = `${method} ${route}`;
  return OF_MACHINES.some((pattern) => pattern.test(line)) || (phase === 'creation' && SECRET_OF_MACHINES.test(line));
}

/** The list of servers is read by us with a filter, and by the program behind the machines for all tenants. */
export const SHARED_ROUTE = '/compute/v2.1/servers/detail';

/** A regular expression for a simulator's fault: that route and none below it. */
export function patternOf(route: string): string {
  const path = route
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/?]+');
  return route === SHARED_ROUTE ? `^${path}\\?(?!.*all_tenants)` : `^${path}(\\?|$)`;
}
