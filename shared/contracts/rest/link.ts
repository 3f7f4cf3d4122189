import type { Uuid } from '../../domain/identifier.ts';

/** Collections that replies link to, as their path segment under `/api/`. */
export type Collection =
  | 'users'
  | 'api-tokens'
  | 'customers'
  | 'projects'
  | 'service-settings'
  | 'openstack-tenants'
  | 'marketplace-provider-offerings'
  | 'marketplace-public-offerings'
  | 'marketplace-orders'
  | 'marketplace-resources'
  | 'rancher-clusters'
  | 'rancher-nodes';

/** Makes the absolute address of an object (`https://host/api/<collection>/<uuid>/`), with what hangs below it if given. */
export type Link = (collection: Collection, uuid: Uuid, below?: string) => string;
