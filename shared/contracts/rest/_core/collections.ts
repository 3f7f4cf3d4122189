/**
 * For each function, the first segments below `/api/` that it answers. A function is named after its folder below
 * `functions/`. Each function has its own rights (`infra/stacks/api.ts`). So routes that write secrets, call clouds or
 * need no token have functions of their own. This table determines the gateway's routes, the routes inside the
 * functions, the root document, OpenAPI and the permission matrix.
 */
export const SEGMENTS_OF = {
  /** Routes that need no token. '' is the root document. */
  'api/public': ['', 'openapi.json', 'docs', 'configuration', 'version', 'sign-in'],
  /** Routes that need only the database. */
  'api/records': [
    'users',
    'api-tokens',
    'keys',
    'roles',
    'customers',
    'projects',
    'user-invitations',
    'events',
    'marketplace-component-usages',
    'marketplace-component-user-usages',
    'marketplace-service-providers',
    'marketplace-site-agent-identities',
    'marketplace-site-agent-services',
    'marketplace-site-agent-processors',
    'marketplace-offering-users',
    'component-user-usage-limits',
    'rancher-cluster-templates',
    'rancher-role-templates',
    'rancher-users',
    'keycloak-groups',
    'keycloak-user-group-memberships',
  ],
  /** Routes that show and change what is inside clusters. */
  'api/contents': [
    'rancher-projects',
    'rancher-namespaces',
    'rancher-workloads',
    'rancher-services',
    'rancher-ingresses',
    'rancher-hpas',
    'rancher-apps',
    'rancher-catalogs',
    'rancher-templates',
    'rancher-template-versions',
  ],
  /** Routes that write the secrets with which Paddock signs what it sends to web hooks. */
  'api/hooks': ['hooks-web', 'hooks-email'],
  /** Routes that write credentials of providers and clouds. */
  'api/providers': ['service-settings', 'openstack-tenants'],
  /**
   * Routes that show offerings, and the objects in clouds that an order may name. `marketplace-offerings` is Waldur's
   * older name of the public offerings.
   */
  'api/offerings': [
    'marketplace-categories',
    'marketplace-provider-offerings',
    'marketplace-public-offerings',
    'marketplace-offerings',
    'marketplace-plans',
    'openstack-flavors',
    'openstack-images',
    'openstack-volume-types',
    'openstack-networks',
    'openstack-subnets',
    'openstack-security-groups',
    'openstack-instances',
  ],
  'api/orders': ['marketplace-orders', 'marketplace-resources', 'marketplace-provider-resources'],
  /** Routes that call clouds and Ranchers for existing clusters. */
  'api/clusters': [
    'rancher-clusters',
    'rancher-nodes',
    'rancher-cluster-security-groups',
    'managed-rancher-cluster-resources',
  ],
} as const;
/** Segments that are not in the root document. No reply links to them. */
const UNLISTED = ['', 'openapi.json', 'docs', 'marketplace-offerings', 'rancher-template-versions'] as const;

export type ApiFunction = keyof typeof SEGMENTS_OF;
export type Segment = (typeof SEGMENTS_OF)[ApiFunction][number];
/** The segments that the root document lists. Replies may link to their objects. */
export type Collection = Exclude<Segment, (typeof UNLISTED)[number]>;

const isListed = (segment: Segment): segment is Collection => !UNLISTED.some((it) => it === segment);
export const COLLECTIONS: readonly Collection[] = Object.values(SEGMENTS_OF).flat().filter(isListed);
