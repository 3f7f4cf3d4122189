/** A request as undici announces it; headers are names and values in turn. */
export type SentRequest = { method: string; path: string; headers: readonly string[] };

/** Paddock shows Rancher a pair of key and secret, and no other backend. */
const isToRancher = ({ path, headers }: SentRequest): boolean =>
  /^\/(v1|v3|k8s)[/-]/.test(path) &&
  headers.some((name, at) => name.toLowerCase() === 'authorization' && /^Basic /.test(headers[at + 1] ?? ''));

type Names = readonly (readonly [from: RegExp, to: string])[];
const CLUSTER = [/^\/k8s\/clusters\/[^/]+/, '/k8s/clusters/{cluster}'] as const;
const KUBERNETES: Names = [
  CLUSTER,
  [/\/namespaces\/[^/]+\/([a-z]+)\/[^/]+$/, '/namespaces/{namespace}/$1/{name}'],
  [/\/namespaces\/[^/]+\/([a-z]+)$/, '/namespaces/{namespace}/$1'],
  [/\/namespaces\/[^/]+$/, '/namespaces/{name}'],
  [/(\/apis\/[^/]+\/[^/]+\/[a-z]+|\/api\/v1\/(?!namespaces)[a-z]+)\/[^/]+$/, '$1/{name}'],
];
const RANCHER: Names = [
  CLUSTER,
  // Rancher's own namespace for clusters and their machines. A list in it looks like an object by its name.
  [/(\/v1\/[^/]+)\/fleet-default$/, '$1/{namespace}'],
  [/(\/v1\/[^/]+)\/[^/]+\/[^/]+$/, '$1/{namespace}/{name}'],
  [/(\/v1\/[^/]+)\/[^/{]+$/, '$1/{name}'],
  [/^(\/v3\/[a-zA-Z]+)\/[^/]+(\/[a-z]+)?(\/[^/]+)?/, '$1/{id}$2'],
];

/** `POST /k8s/clusters/{cluster}/api/v1/namespaces/{namespace}/services`; undefined for what is asked of another backend. */
export function rancherCall(sent: SentRequest): string | undefined {
  if (!isToRancher(sent)) return undefined;
  const [path = '', query = ''] = sent.path.split('?');
  const asked = new URLSearchParams(query);
  const kept = ['action', 'link'].flatMap((name) => (asked.has(name) ? [`${name}=${asked.get(name)}`] : []));
  const names = /^\/k8s\/clusters\/[^/]+\/apis?\//.test(path) ? KUBERNETES : RANCHER;
  const named = names.reduce((text, [from, to]) => text.replace(from, to), path);
  return `${sent.method} ${named}${kept.length > 0 ? `?${kept.join('&')}` : ''}`;
}
