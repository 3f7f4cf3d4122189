import { SEGMENTS_OF } from '#functions/api/segments';

const inventory = (segment: string, things: readonly string[]): string[] =>
  things.flatMap((thing) => [`${segment} GET /{uuid}/${thing}/`, `${segment} GET /{uuid}/${thing}/{thing}/`]);
const OF_TENANTS = ['flavors', 'images', 'subnets', 'volume-types', 'security-groups', 'instances'];
const OF_OFFERINGS = ['flavors', 'images', 'volume_types', 'external_networks', 'availability_zones'];

const OF_CLOUDS = ['flavors', 'images', 'volume-types', 'networks', 'subnets', 'security-groups', 'instances'];

/** Lists that call a cloud and no other backend. */
export const INVENTORIES: readonly string[] = [
  ...OF_CLOUDS.flatMap((thing) => [`openstack-${thing} GET /`, `openstack-${thing} GET /{uuid}/`]),
  ...inventory('openstack-tenants', OF_TENANTS),
  ...['marketplace-public-offerings', 'marketplace-offerings'].flatMap((it) => inventory(it, OF_OFFERINGS)),
];

/** Routes that call a backend before they answer. `hanging-backends.int.test.ts` tests them all. */
export const ASKING: readonly string[] = [
  ...['check', 'diagnose'].map((verb) => `service-settings POST /{uuid}/${verb}/`),
  'openstack-tenants POST /',
  ...INVENTORIES,
  ...['GET /', 'GET /{uuid}/'].map((key) => `cluster-api-images ${key}`),
  ...['check', 'importable_resources'].map((found) => `marketplace-provider-offerings GET /{uuid}/${found}/`),
  'marketplace-provider-offerings POST /{uuid}/import_resource/',
  ...['marketplace-orders POST /', 'marketplace-orders POST /plan/', 'rancher-clusters POST /'],
  ...['pull', 'kubeconfig', 'import_yaml', 'upgrade', 'rotate_certificates', 'rotate_encryption_keys'].map(
    (verb) => `rancher-clusters POST /{uuid}/${verb}/`,
  ),
  ...['etcd-snapshots', 'restore_etcd_snapshot'].map((verb) => `rancher-clusters POST /{uuid}/${verb}/`),
  'rancher-clusters GET /{uuid}/export_yaml/',
  ...['pools', 'pools/{pool}', 'machines', 'infrastructure', 'etcd-snapshots'].map(
    (part) => `rancher-clusters GET /{uuid}/${part}/`,
  ),
  'rancher-machines GET /',
  ...['rancher-nodes POST /', 'rancher-nodes POST /{uuid}/unlink_openstack/'],
  ...['rancher-nodes GET /{uuid}/console/', 'rancher-nodes GET /{uuid}/console_log/'],
];

const changes = (segment: string, keys: readonly string[]): string[] => keys.map((key) => `rancher-${segment} ${key}`);
const BY_UUID = ['PUT /{uuid}/', 'PATCH /{uuid}/'];
const YAML = 'PUT /{uuid}/yaml/';
const DELETION = 'DELETE /{uuid}/';
const ONE_SECRET = '/{uuid}/secrets/{namespace}/{name}/';

/**
 * Routes that change the contents of a cluster. Deletions come last, and inner objects are deleted before outer
 * objects.
 */
export const CONTENTS_ASKING: readonly string[] = [
  ...changes('projects', ['POST /', ...BY_UUID, 'POST /{uuid}/secrets/', `PUT ${ONE_SECRET}`, `PATCH ${ONE_SECRET}`]),
  ...changes('namespaces', ['POST /', ...BY_UUID, YAML]),
  ...changes('workloads', [YAML, ...BY_UUID, 'POST /{uuid}/redeploy/']),
  ...['services', 'ingresses', 'hpas'].flatMap((segment) => changes(segment, [YAML, 'POST /', ...BY_UUID])),
  ...changes('apps', ['POST /', ...BY_UUID, 'POST /{uuid}/upgrade/']),
  ...changes('catalogs', ['POST /', ...BY_UUID, 'POST /{uuid}/refresh/']),
  `rancher-projects DELETE ${ONE_SECRET}`,
  ...['hpas', 'ingresses', 'services', 'workloads', 'catalogs', 'namespaces', 'projects'].flatMap((segment) =>
    changes(segment, [DELETION]),
  ),
];

/**
 * Routes that call a backend and need objects of their own. These files test them: `hanging-changes.int.test.ts`,
 * `hanging-sign-in.int.test.ts`, `first-roles.int.test.ts`, `tried-changes.int.test.ts`,
 * `hanging-contents.int.test.ts`, `scale-route.int.test.ts`, `changes-route.int.test.ts`.
 */
const ASKING_ELSEWHERE: readonly string[] = [
  ...CONTENTS_ASKING,
  ...['service-settings POST /', 'service-settings PATCH /{uuid}/'],
  ...['sign-in GET /start/', 'sign-in GET /callback/', 'sign-in POST /device/', 'sign-in POST /device/token/'],
  'marketplace-resources POST /{uuid}/update_options/',
  'managed-rancher-cluster-resources POST /{uuid}/add_node/',
  ...['PUT', 'PATCH'].map((method) => `rancher-clusters ${method} /{uuid}/`),
  'rancher-clusters POST /{uuid}/replace_node/',
  'rancher-clusters POST /{uuid}/pools/{pool}/scale/',
  'rancher-clusters POST /{uuid}/pools/',
  ...['PATCH', 'DELETE'].map((method) => `rancher-clusters ${method} /{uuid}/pools/{pool}/`),
  ...['PATCH /{uuid}/pool-settings/', 'DELETE /{uuid}/machines/{machine}/'].map((key) => `rancher-clusters ${key}`),
  ...['POST /{uuid}/resize/', 'POST /{uuid}/upgrade_cluster_api/', 'PATCH /{uuid}/cluster_api_labels/'].map(
    (key) => `rancher-clusters ${key}`,
  ),
  ...['rotate_credentials', 'renew_certificates'].map((verb) => `rancher-clusters POST /{uuid}/${verb}/`),
  'rancher-clusters POST /{uuid}/node_groups/',
  ...['PATCH', 'DELETE'].map((method) => `rancher-clusters ${method} /{uuid}/node_groups/{node_group}/`),
  'rancher-clusters POST /{uuid}/create_management_security_group/',
  ...['pull', 'link_openstack'].map((verb) => `rancher-nodes POST /{uuid}/${verb}/`),
  ...['PUT', 'PATCH'].map((method) => `rancher-cluster-security-groups ${method} /{uuid}/`),
];

/** Routes for changes that are accepted without a backend call, although their Lambda function could call a backend. */
const ASKING_NOBODY: readonly string[] = [
  ...['POST /', 'PATCH /{uuid}/', 'POST /{uuid}/update_resource_options/'].map(
    (key) => `marketplace-provider-offerings ${key}`,
  ),
  ...['activate', 'pause', 'archive', 'draft'].map((verb) => `marketplace-provider-offerings POST /{uuid}/${verb}/`),
  'marketplace-plans POST /{uuid}/update_prices/',
  ...['approve_by_consumer', 'approve', 'reject_by_consumer', 'reject', 'cancel', 'retry'].map(
    (verb) => `marketplace-orders POST /{uuid}/${verb}/`,
  ),
  ...['approve_by_provider', 'reject_by_provider'].map((verb) => `marketplace-orders POST /{uuid}/${verb}/`),
  ...['set_state_done', 'set_state_erred', 'set_state_executing', 'set_backend_id'].map(
    (verb) => `marketplace-orders POST /{uuid}/${verb}/`,
  ),
  'marketplace-orders DELETE /{uuid}/',
  ...['POST /{uuid}/terminate/', 'PATCH /{uuid}/', 'PUT /{uuid}/'].map((key) => `marketplace-resources ${key}`),
  'marketplace-resources POST /{uuid}/update_limits/',
  ...['set_backend_id', 'set_limits', 'set_backend_metadata', 'refresh_last_sync', 'set_end_date_by_provider'].map(
    (verb) => `marketplace-provider-resources POST /{uuid}/${verb}/`,
  ),
  ...['marketplace-resources', 'marketplace-provider-resources'].flatMap((resources) =>
    ['set_as_ok', 'set_as_erred', 'unlink', 'set_end_date', 'set_end_date_by_staff'].map(
      (verb) => `${resources} POST /{uuid}/${verb}/`,
    ),
  ),
  ...['set_ok', 'set_erred', 'unlink', 'hibernate', 'wake'].map((verb) => `rancher-clusters POST /{uuid}/${verb}/`),
  ...['rancher-clusters DELETE /{uuid}/', 'rancher-nodes DELETE /{uuid}/'],
  ...['POST /{uuid}/rollback/', 'DELETE /{uuid}/'].map((key) => `rancher-apps ${key}`),
];

const SEGMENTS_WITH_BACKENDS: readonly string[] = [
  ...[...SEGMENTS_OF['api/providers'], ...SEGMENTS_OF['api/offerings']],
  ...[...SEGMENTS_OF['api/orders'], ...SEGMENTS_OF['api/clusters'], ...SEGMENTS_OF['api/contents'], 'sign-in'],
];

export const undecided = (routes: readonly string[]): string[] =>
  routes.filter((route) => {
    const [segment = '', method] = route.split(' ');
    const decided = [ASKING, ASKING_ELSEWHERE, ASKING_NOBODY].some((list) => list.includes(route));
    return SEGMENTS_WITH_BACKENDS.includes(segment) && method !== 'GET' && !decided;
  });
