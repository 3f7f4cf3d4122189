/**
 * The route table of the API: what is asked below `/api/`, by the function that answers it (its folder below `functions/`).
 * A function is a set of rights (`infra/stacks/api.ts`): what writes secrets, what asks clouds and what needs no caller are apart.
 * The gateway's keys, the dispatch inside the functions, the root document, OpenAPI and the permission matrix follow from it.
 */
export const SEGMENTS_OF = {
  /** Asked before there is a caller. '' is the root document. */
  'api/public': ['', 'openapi.json', 'docs', 'configuration', 'version', 'sign-in'],
  /** Answered from the table alone. */
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
    'rancher-projects',
    'rancher-namespaces',
    'rancher-workloads',
    'rancher-services',
    'rancher-ingresses',
    'rancher-hpas',
    'rancher-apps',
    'rancher-catalogs',
    'rancher-role-templates',
    'rancher-users',
    'keycloak-groups',
    'keycloak-user-group-memberships',
  ],
  /** Writes what web hooks are signed with. */
  'api/hooks': ['hooks-web', 'hooks-email'],
  /** Writes the credentials of providers and clouds. */
  'api/providers': ['service-settings', 'openstack-tenants'],
  /** Shows what is sold, and what the clouds have that it is ordered in. `marketplace-offerings` is Waldur's older name of the public ones. */
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
  /** Places orders. */
  'api/orders': ['marketplace-orders', 'marketplace-resources', 'marketplace-provider-resources'],
  /** Asks clouds and Ranchers about clusters that are there. */
  'api/clusters': [
    'rancher-clusters',
    'rancher-nodes',
    'rancher-cluster-security-groups',
    'managed-rancher-cluster-resources',
  ],
} as const;
/** Segments that nothing links to and the root document leaves out. */
const UNLISTED = ['', 'openapi.json', 'docs', 'marketplace-offerings'] as const;

export type ApiFunction = keyof typeof SEGMENTS_OF;
/** Below `/api/`. */
export type Segment = (typeof SEGMENTS_OF)[ApiFunction][number];
/** Resources as their path segment: what replies link to and the root document names. */
export type Collection = Exclude<Segment, (typeof UNLISTED)[number]>;

const isListed = (segment: Segment): segment is Collection => !UNLISTED.some((it) => it === segment);
export const COLLECTIONS: readonly Collection[] = Object.values(SEGMENTS_OF).flat().filter(isListed);
