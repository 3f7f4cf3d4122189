import { COLLECTIONS, type Collection } from '#shared/contracts/rest/collections';

/** Which function answers below a path; what happens there is decided in the function (design decision 17). */
export type ApiRoute = { path: string; entry: string };

/** Collections that are one function's, because they are alike but for their names. */
const TOGETHER: Partial<Record<Collection, string>> = {
  'rancher-namespaces': 'api/cluster-contents',
  'rancher-workloads': 'api/cluster-contents',
  'rancher-services': 'api/cluster-contents',
  'rancher-ingresses': 'api/cluster-contents',
  'rancher-hpas': 'api/cluster-contents',
  'rancher-apps': 'api/cluster-contents',
  'rancher-catalogs': 'api/cluster-contents',
};

export const API_ROUTES: readonly ApiRoute[] = [
  ...COLLECTIONS.map((name) => ({ path: `/api/${name}`, entry: TOGETHER[name] ?? `api/${name}` })),
  // Waldur's older name of the same.
  { path: '/api/marketplace-offerings', entry: 'api/marketplace-public-offerings' },
  { path: '/api/openapi.json', entry: 'api/openapi' },
  { path: '/api/docs', entry: 'api/openapi' },
  { path: '/webhooks/nodes', entry: 'webhooks/nodes' },
  { path: '/webhooks/rancher', entry: 'webhooks/rancher' },
];

/** Answers everything else: the root document and 404s. */
export const DEFAULT_ENTRY = 'api/unknown';
