/** Resources as their path segment under `/api/`: what replies link to, the root document names and the gateway forwards. */
export const COLLECTIONS = [
  'sign-in',
  'users',
  'api-tokens',
  'keys',
  'customers',
  'projects',
  'user-invitations',
  'service-settings',
  'openstack-tenants',
  'marketplace-provider-offerings',
  'marketplace-public-offerings',
  'marketplace-plans',
  'marketplace-orders',
  'marketplace-resources',
  'marketplace-component-usages',
  'managed-rancher-cluster-resources',
  'rancher-clusters',
  'rancher-nodes',
  'rancher-cluster-security-groups',
  'configuration',
] as const;
export type Collection = (typeof COLLECTIONS)[number];
