import { isObject, type Json, type JsonObject } from '#infra/openapi/json';
import { contentUuid } from '#shared/domain/cluster-contents/cluster-content';
import { valueAt } from '../bounds/bound-values.ts';
import type { ExampleWorld, Prepared } from '../examples/example-world.ts';
import { clusterWithSnapshot } from '../examples/prepared-clusters.ts';
import { freshName } from '../examples/prepared-orders.ts';
import type { BackendObjects, Objects } from './backend-objects.ts';
import type { NamedObject } from './find-named-objects.ts';

export type Around = { world: ExampleWorld; backend: BackendObjects; prepared: Prepared };
/** Bodies that the document shows: of the place's own route, and of an order. */
type Shown = { bodies: readonly Json[]; orders: readonly Json[] };
type Prepare = (world: ExampleWorld, backend: BackendObjects) => Promise<Prepared>;
type Body = (around: Around, shown: Shown, isFlat: boolean) => Json;
/** How the walk names objects at a place. */
export type Walk = {
  objects(around: Around): Objects;
  /** What the call needs, instead of what the examples of its route need. */
  prepare?: Prepare;
  /** The body around the place. By default the first shown body that has the variant of the place. */
  body?: Body;
  /** Not even staff may name an object of another customer. */
  refusesStaff?: true;
  /** Only staff may name even the own object. */
  isForStaff?: true;
  /** The world has no own object that the call accepts. */
  refusesOwn?: true;
  /** The field that the refusal names, if it is another one. */
  field?: string;
};

/** The body of `POST /api/rancher-clusters/` has the attributes beside the order's fields. */
const placed = ({ attributes, ...rest }: JsonObject, isFlat: boolean): JsonObject =>
  isFlat && isObject(attributes) ? { ...rest, ...attributes } : { ...rest, attributes: attributes ?? {} };

const orderWith =
  (has: string, change: (attributes: JsonObject) => JsonObject = (it) => it): Body =>
  (_, { orders }, isFlat) => {
    const order = orders.find((body) => valueAt(body, ['attributes', has]) !== undefined);
    if (!isObject(order) || !isObject(order.attributes)) throw new Error(`no example of an order has ${has}`);
    return placed({ ...order, attributes: { ...change(order.attributes), name: freshName() } }, isFlat);
  };

const pooled = orderWith('pools');
/** In a cloud with volume types. In other clouds, orders ignore them. */
const managed: Body = (around, shown, isFlat) => {
  const { managedClusters, dynamicCloud } = around.backend;
  const order = orderWith('openstack_offering_uuid_list', (attributes) => ({
    ...attributes,
    openstack_offering_uuid_list: [dynamicCloud],
  }))(around, shown, isFlat);
  return { ...(isObject(order) ? order : {}), offering: managedClusters };
};
const VOLUME = { root_volume: { size: 65_536 } };
const MANAGED_POOLS = [
  { name: 'servers', roles: ['etcd', 'controlplane'], quantity: 1, flavor_name: 'm1.large', ...VOLUME },
  { name: 'workers', roles: ['worker'], quantity: 1, flavor_name: 'm1.large', ...VOLUME },
];
const byClusterApi: Body = ({ world, backend }, _, isFlat) =>
  placed(
    {
      ...{ offering: backend.clusterApi.offering, project: world.market.projectUuid },
      attributes: {
        ...{ name: freshName(), tenant: world.stocked.tenant, cluster_api_template: backend.clusterApi.template },
      },
    },
    isFlat,
  );

const managedPools: Body = (around, shown, isFlat) => {
  const order = managed(around, shown, false);
  const clouds = valueAt(order, ['attributes', 'openstack_offering_uuid_list']) ?? [];
  const attributes = { name: freshName(), openstack_offering_uuid_list: clouds, pools: MANAGED_POOLS };
  return placed({ ...(isObject(order) ? order : {}), offering: around.backend.managedPools, attributes }, isFlat);
};
const clusterApi = async (_: ExampleWorld, backend: BackendObjects): Promise<Prepared> => ({
  uuids: { 'rancher-clusters': await backend.clusterApi.newCluster() },
});
const offeringOf =
  (name: string) =>
  async ({ uuids }: ExampleWorld): Promise<Prepared> => ({
    uuids: { 'marketplace-public-offerings': uuids[name] ?? '', 'marketplace-provider-offerings': uuids[name] ?? '' },
  });

const kind =
  (name: 'cluster' | 'network' | 'subnet' | 'project' | 'credential' | 'serverGroup' | 'flavor' | 'image') =>
  ({ backend }: Around): Objects =>
    backend[name];
const text =
  (name: string) =>
  ({ backend }: Around): Objects =>
    backend.text(name);
/** The names of machines, snapshots and node groups are valid only within a cluster. */
const partOf = (another: string, own?: string) => (): Objects => ({
  another,
  missing: 'nothing',
  ...(own !== undefined && { own }),
});

/** The uuid of a namespace in the prepared cluster. */
const namespaceUuid = ({ prepared: { uuids = {} } }: Around, name: string): string =>
  contentUuid(uuids['rancher-clusters'] ?? '', 'namespace', name);

const inMachines: Walk = { objects: kind('flavor'), body: byClusterApi };

/** Offerings of the seller at providers of the seller, by kind of the provider. */
const bySeller =
  (provider: 'rancher' | 'cloud'): Prepare =>
  async (_, { sellers }) => ({ uuids: { 'service-settings': sellers[provider], clouds: sellers[provider] } });

const offer = 'POST /api/marketplace-provider-offerings/ plugin_options';
const change = 'plugin_options';
/** An option of a seller who has its provider's backend not alone. */
const bound = (name: string, objects: Walk['objects'] = text(name)): Record<string, Walk> => ({
  [`${offer}.${name}`]: { objects, isForStaff: true, prepare: bySeller('rancher') },
  [`${change}.${name}`]: { objects, isForStaff: true },
});
const offerIn = (bodies: readonly Json[], type: string): JsonObject => {
  const body = bodies.find((it) => valueAt(it, ['type']) === type);
  return isObject(body) ? body : {};
};
const credentialName = (name: string) => `cattle-global-data:cc-${name}`;
const credentials = (): Objects => ({
  ...{ own: credentialName('own'), another: credentialName('theirs') },
  ...{ nobody: credentialName('nobodys'), missing: credentialName('missing') },
});

/** How each place is walked, by its key in `NAMED_OBJECTS`. */
export const WALKS: Readonly<Record<string, Walk>> = {
  'plugin_options.cluster_id': {
    body: (_, { bodies }) => ({ ...offerIn(bodies, 'Rancher.Project'), plugin_options: {} }),
    objects: kind('cluster'),
    prepare: bySeller('rancher'),
    refusesStaff: true,
  },
  'POST /api/marketplace-provider-offerings/{uuid}/import_resource/ backend_id': {
    objects: ({ backend, prepared }) => ({
      ...backend.cluster,
      own: prepared.fields?.backend_id,
      nobody: prepared.fields?.backend_id,
    }),
    ...{ isForStaff: true, refusesStaff: true },
  },
  ...bound('etcd_snapshot_s3_endpoint'),
  ...bound('etcd_snapshot_s3_bucket'),
  ...bound('etcd_snapshot_s3_folder'),
  ...bound('etcd_snapshot_s3_credential', credentials),
  // Only in a cluster of its own may a seller offer projects at all.
  [`${offer}.default_role`]: {
    ...{ objects: text('role'), isForStaff: true, prepare: bySeller('rancher'), field: 'cluster_id' },
  },
  [`${change}.default_role`]: {
    ...{ objects: text('role'), isForStaff: true, prepare: offeringOf('project-offerings') },
    body: () => ({ plugin_options: {} }),
  },
  [`${offer}.external_network_id`]: {
    ...{ objects: kind('network'), isForStaff: true, prepare: bySeller('cloud') },
    body: (_, { bodies }) => ({ ...offerIn(bodies, 'OpenStack.Tenant'), slug: freshName() }),
  },
  [`${change}.external_network_id`]: {
    // The offering has the provider's network already.
    objects: ({ backend }) => ({ ...backend.network, provider: undefined }),
    ...{ isForStaff: true, prepare: offeringOf('clouds/az1') },
    body: () => ({ plugin_options: {} }),
  },
  'POST /api/openstack-tenants/ backend_id': { objects: kind('project') },
  // The call with the caller's own credential is the one with the caller's own project.
  application_credential_id: { objects: kind('credential'), refusesOwn: true },
  server_group: { objects: kind('serverGroup') },
  'pools[].server_group': { objects: kind('serverGroup'), body: pooled },
  'pools[].flavor_name': { objects: kind('flavor'), body: managedPools },
  'pools[].root_volume.volume_type_name': {
    ...{ objects: text('volume-type'), body: managedPools, refusesOwn: true, field: 'root_volume' },
  },
  worker_nodes_flavor_name: { objects: kind('flavor'), body: managed },
  worker_nodes_data_volume_type_name: { objects: text('volume-type'), body: managed, refusesOwn: true },
  worker_nodes_longhorn_volume_type_name: { objects: text('volume-type'), body: managed, refusesOwn: true },
  'POST /api/rancher-clusters/{uuid}/node_groups/ flavor_id': { objects: kind('flavor'), prepare: clusterApi },
  'PATCH /api/rancher-clusters/{uuid}/node_groups/{node_group}/ flavor_id': {
    ...{ objects: kind('flavor'), prepare: clusterApi },
  },
  flavor_id: inMachines,
  master_flavor_id: inMachines,
  fixed_network: { objects: kind('network'), body: byClusterApi },
  fixed_subnet: { objects: kind('subnet'), body: byClusterApi },
  'machines[]': { objects: partOf('workers-of-another'), refusesOwn: true },
  'nodes_to_remove[]': { objects: partOf('default-worker-of-another'), prepare: clusterApi, refusesOwn: true },
  nodegroup: { objects: partOf('group-of-another', 'default-worker'), prepare: clusterApi },
  snapshot: {
    objects: ({ backend, prepared }) => ({ ...backend.snapshot, own: prepared.fields?.snapshot }),
    prepare: clusterWithSnapshot,
  },
  'POST /api/rancher-clusters/{uuid}/upgrade_cluster_api/ image_id': { objects: kind('image'), prepare: clusterApi },
  'POST /api/rancher-projects/{uuid}/secrets/ namespace': {
    objects: (around) => ({
      ...{ own: around.prepared.uuids?.['rancher-namespaces'], another: around.backend.namespace.another },
      ...{ provider: namespaceUuid(around, 'kube-system'), nobody: namespaceUuid(around, 'default') },
      missing: namespaceUuid(around, 'nothing'),
    }),
  },
  // A new namespace is made for an application, if the cluster has none of this name.
  namespace_name: {
    objects: () => ({ own: 'shop', provider: 'kube-system', nobody: 'default' }),
  },
  '{machine}': { objects: partOf('workers-of-another'), refusesOwn: true },
  // The first group cannot be deleted.
  'DELETE /api/rancher-clusters/{uuid}/node_groups/{node_group}/ {node_group}': {
    ...{ objects: partOf('group-of-another'), prepare: clusterApi, refusesOwn: true },
  },
  '{node_group}': { objects: partOf('group-of-another', 'default-worker'), prepare: clusterApi },
  '{namespace}': {
    objects: () => ({
      own: 'shop',
      another: 'namespace-of-another',
      provider: 'kube-system',
      nobody: 'default',
      missing: 'nothing',
    }),
  },
  '{name}': { objects: partOf('secret-of-another', 'registry') },
};

export const isFlatOrder = ({ operation }: NamedObject): boolean => operation === 'POST /api/rancher-clusters/';
