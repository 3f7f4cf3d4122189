/** Which function answers below a path; what happens there is decided in the function (design decision 17). */
export type ApiRoute = { path: string; entry: string };

const resource = (name: string, folder = name): ApiRoute => ({ path: `/api/${name}`, entry: `api/${folder}` });

export const API_ROUTES: readonly ApiRoute[] = [
  resource('users'),
  resource('api-tokens'),
  resource('customers'),
  resource('projects'),
  resource('service-settings'),
  resource('openstack-tenants'),
  resource('marketplace-provider-offerings'),
  resource('marketplace-public-offerings'),
  resource('marketplace-offerings', 'marketplace-public-offerings'),
  resource('marketplace-orders'),
  resource('marketplace-resources'),
  resource('rancher-clusters'),
  resource('rancher-nodes'),
  { path: '/webhooks/nodes', entry: 'webhooks/nodes' },
];

/** Answers everything else: the root document and 404s. */
export const DEFAULT_ENTRY = 'api/unknown';
