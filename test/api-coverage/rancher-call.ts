/** A request in the format of undici's diagnostics channel. `headers` alternates names and values. */
export type SentRequest = { method: string; path: string; headers: readonly string[] };

/** Only requests to Rancher contain an access key and a secret key as Basic credentials. */
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
  // Rancher's namespace for clusters and their machines. Without this rule, the path of a list in this namespace would
  // look like the path of an object.
  [/(\/v1\/[^/]+)\/fleet-default$/, '$1/{namespace}'],
  [/(\/v1\/[^/]+)\/[^/]+\/[^/]+$/, '$1/{namespace}/{name}'],
  [/(\/v1\/[^/]+)\/[^/{]+$/, '$1/{name}'],
  [/^(\/v3\/[a-zA-Z]+)\/[^/]+(\/[a-z]+)?(\/[^/]+)?/, '$1/{id}$2'],
];

/**
 * The method and path of a request to Rancher, for example `POST
 * /k8s/clusters/{cluster}/api/v1/namespaces/{namespace}/services`. Undefined for requests to other backends.
 */
export function rancherCall(sent: SentRequest): string | undefined {
  if (!isToRancher(sent)) return undefined;
  const [path = '', query = ''] = sent.path.split('?');
  const asked = new URLSearchParams(query);
  const kept = ['action', 'link'].flatMap((name) => (asked.has(name) ? [`${name}=${asked.get(name)}`] : []));
  const names = /^\/k8s\/clusters\/[^/]+\/apis?\//.test(path) ? KUBERNETES : RANCHER;
  const named = names.reduce((text, [from, to]) => text.replace(from, to), path);
  return `${sent.method} ${named}${kept.length > 0 ? `?${kept.join('&')}` : ''}`;
}
