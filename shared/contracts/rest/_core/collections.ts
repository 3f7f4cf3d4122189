/**
 * The route table of the API: for each function, the first segments below `/api/` that it answers. A function's name is
 * its folder below `functions/`.
 * Each function has its own rights (`infra/stacks/api.ts`). That is why routes that write secrets, call clouds or need
 * no caller have functions of their own.
 * The gateway's keys, the dispatch inside the functions, the root document, OpenAPI and the permission matrix are
 * derived from this table.
 */
export const SEGMENTS_OF = {
  /** These routes work without a caller. '' is the root document. */
  'api/public': ['', 'openapi.json', 'docs', 'configuration', 'version', 'sign-in'],
  /** These routes need only the table. */
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
  /** These routes show and change what is inside clusters. */
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
  /** These routes write the secrets by which deliveries to web hooks are signed. */
  'api/hooks': ['hooks-web', 'hooks-email'],
  /** These routes write the credentials of providers and clouds. */
  'api/providers': ['service-settings', 'openstack-tenants'],
  /**
   * These routes show the offerings, and the objects in clouds that an order may name. `marketplace-offerings` is
   * Waldur's older name of the public offerings.
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
  /** These routes place orders. */
  'api/orders': ['marketplace-orders', 'marketplace-resources', 'marketplace-provider-resources'],
  /** These routes call clouds and Ranchers about existing clusters. */
  'api/clusters': [
    'rancher-clusters',
    'rancher-nodes',
    'rancher-cluster-security-groups',
    'managed-rancher-cluster-resources',
  ],
} as const;
/** Segments that the root document leaves out and to which no reply has a link. */
const UNLISTED = ['', 'openapi.json', 'docs', 'marketplace-offerings', 'rancher-template-versions'] as const;

export type ApiFunction = keyof typeof SEGMENTS_OF;
/** A segment below `/api/`. */
export type Segment = (typeof SEGMENTS_OF)[ApiFunction][number];
/** The path segments of resources. Replies link to these resources, and the root document names them. */
export type Collection = Exclude<Segment, (typeof UNLISTED)[number]>;

const isListed = (segment: Segment): segment is Collection => !UNLISTED.some((it) => it === segment);
export const COLLECTIONS: readonly Collection[] = Object.values(SEGMENTS_OF).flat().filter(isListed);
