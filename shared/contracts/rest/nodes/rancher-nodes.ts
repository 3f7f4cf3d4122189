import { z } from 'zod';
import { failureCode } from '#shared/domain/_core/failure';
import { instanceUuid, instant, NIL_UUID } from '#shared/domain/_core/identifier';
import { lifecycleState } from '#shared/domain/_core/lifecycle-state';
import type { NodeSummary } from '#shared/domain/clusters/cluster';
import { type Node, summaryOf } from '#shared/domain/nodes/node';
import { nodeRole } from '#shared/domain/planning/order-attributes';
import { exampleUuid } from '../_core/example-uuid.ts';
import { failureFields, viewFailure } from '../_core/failure.ts';
import type { FilterTable, Link, Listing, Orderings } from '../_core/listing.ts';

const dataVolumeView = z.object({
  size: z.int(),
  mount_point: z.string(),
  filesystem: z.string(),
  volume_type: z.string().nullable(),
});
/**
 * The planned machine of a node. Ids are those of the cloud, and sizes are in MB (docs/spec/orders.md#planned-nodes).
 */
const initialDataView = z.object({
  flavor: z.string(),
  flavor_name: z.string(),
  vcpu: z.int(),
  ram: z.int(),
  image: z.string(),
  subnet: z.string(),
  tenant: z.string().meta({ description: 'The uuid of the tenant.', examples: [exampleUuid('openstack-tenants')] }),
  security_groups: z.array(z.string()),
  system_volume_size: z.int(),
  system_volume_type: z.string().nullable(),
  data_volumes: z.array(dataVolumeView),
});

/** A failed server. `message` is from the cloud. The cloud's operator finds `request_id` in Nova's logs. */
const failedServerView = z.object({
  instance_backend_id: z.string(),
  at: instant,
  code: failureCode,
  message: z.string(),
  request_id: z.string().nullable(),
});

/**
 * A node in a list of clusters. All these fields are in the cluster's record, so that a list of clusters reads no
 * records of nodes.
 */
export const nodeSummaryView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    role: nodeRole,
    state: lifecycleState,
    runtime_state: z.string(),
    backend_id: z.string(),
  })
  .meta({ id: 'NodeSummary' });

const URL_OF_MACHINE = `https://paddock.example/api/openstack-tenants/${exampleUuid('openstack-tenants')}/instances/${exampleUuid('instances')}/`;

/**
 * Waldur's fields for the machine of a node. `instance_uuid` is never null, because Waldur's clients accept only a uuid
 * in this field (docs/decisions/0052-waldurs-own-client-reads-every-answer.md).
 */
const nodeInstanceFields = {
  instance: z
    .string()
    .nullable()
    .meta({
      format: 'uri',
      description: 'The node’s machine. Null until there is a machine.',
      examples: [URL_OF_MACHINE],
    }),
  instance_name: z.string(),
  instance_uuid: z.string(),
  /**
   * Always the nil UUID, because a machine has no resource of its own. If this were the uuid of the cluster's resource,
   * a client that terminates the machine would terminate the cluster.
   */
  instance_marketplace_uuid: z.literal(NIL_UUID).meta({
    description: 'Always the nil UUID, because a machine has no resource of its own.',
    examples: [NIL_UUID],
  }),
  /** Nova's id of the machine. Empty until the id is known. */
  instance_backend_id: z.string(),
};

function viewNodeInstance(link: Link, { spec, instanceId }: Node) {
  const uuid = instanceId === '' ? NIL_UUID : instanceUuid(spec.tenantUuid, instanceId);
  return {
    instance: instanceId === '' ? null : link('openstack-tenants', spec.tenantUuid, `instances/${uuid}/`),
    instance_name: instanceId === '' ? '' : spec.name,
    instance_uuid: uuid,
    instance_marketplace_uuid: NIL_UUID,
    instance_backend_id: instanceId,
  };
}

export const nodeView = nodeSummaryView
  .extend({
    resource_type: z.literal('Rancher.Node'),
    cluster: z.string(),
    cluster_uuid: z.string(),
    cluster_name: z.string(),
    project_uuid: z.string(),
    service_settings_uuid: z.string(),
    service_settings_name: z.string(),
    ...nodeInstanceFields,
    /** Servers of the node that failed and were replaced, oldest first. */
    failed_servers: z.array(failedServerView),
    addresses: z.array(z.string()),
    initial_data: initialDataView,
    k8s_version: z.string(),
    docker_version: z.string(),
    cpu_allocated: z.number().nullable(),
    cpu_total: z.number().nullable(),
    ram_allocated: z.number().nullable(),
    ram_total: z.number().nullable(),
    pods_allocated: z.number().nullable(),
    pods_total: z.number().nullable(),
    ephemeral_storage_allocated: z.number().nullable(),
    ephemeral_storage_total: z.number().nullable(),
    /** Sum of the sizes of the node's data volumes, in MB. */
    data_volumes_total: z.number(),
    labels: z.record(z.string(), z.string()),
    annotations: z.record(z.string(), z.string()),
    created: z.string(),
    modified: z.string(),
    ...failureFields,
  })
  .meta({ id: 'Node' });
export type NodeView = z.infer<typeof nodeView>;

const viewInitialData = ({ spec }: Node): NodeView['initial_data'] => ({
  flavor: spec.flavorId,
  flavor_name: spec.flavorName,
  vcpu: spec.vcpus,
  ram: spec.ramMb,
  image: spec.imageId,
  subnet: spec.subnetId,
  tenant: spec.tenantUuid,
  security_groups: spec.securityGroupIds,
  system_volume_size: spec.systemVolumeSizeMb,
  system_volume_type: spec.systemVolumeType ?? null,
  data_volumes: spec.dataVolumes.map((volume) => ({
    size: volume.sizeMb,
    mount_point: volume.mountPoint,
    filesystem: volume.filesystem,
    volume_type: volume.volumeType ?? null,
  })),
});

const viewFacts = ({ facts, spec }: Node) => ({
  k8s_version: facts.k8sVersion,
  docker_version: facts.dockerVersion,
  cpu_allocated: facts.cpuAllocated,
  cpu_total: facts.cpuTotal,
  ram_allocated: facts.ramAllocated,
  ram_total: facts.ramTotal,
  pods_allocated: facts.podsAllocated,
  pods_total: facts.podsTotal,
  ephemeral_storage_allocated: facts.storageAllocated,
  ephemeral_storage_total: facts.storageTotal,
  data_volumes_total: spec.dataVolumes.reduce((sum, { sizeMb }) => sum + sizeMb, 0),
  labels: facts.labels,
  annotations: facts.annotations,
});

const viewFailedServer = ({ serverId, at, code, message, requestId }: Node['failedServers'][number]) => ({
  instance_backend_id: serverId,
  at,
  code,
  message,
  request_id: requestId ?? null,
});

export const viewNodeSummary = (link: Link, node: NodeSummary) => ({
  url: link('rancher-nodes', node.uuid),
  uuid: node.uuid,
  name: node.name,
  role: node.role,
  state: node.state,
  runtime_state: node.runtimeState,
  backend_id: node.backendId,
});

export function viewNode(link: Link, node: Node): NodeView {
  return {
    ...viewNodeSummary(link, summaryOf(node)),
    resource_type: 'Rancher.Node',
    cluster: link('rancher-clusters', node.clusterUuid),
    cluster_uuid: node.clusterUuid,
    cluster_name: node.clusterName,
    project_uuid: node.projectUuid,
    service_settings_uuid: node.settingsUuid,
    service_settings_name: node.settingsName,
    ...viewNodeInstance(link, node),
    failed_servers: node.failedServers.map(viewFailedServer),
    addresses: node.addresses,
    initial_data: viewInitialData(node),
    ...viewFacts(node),
    created: node.created,
    modified: node.modified,
    ...viewFailure(node.lastError),
  };
}

/** The query parameters of a list of nodes. Of these filters, Waldur has only `cluster_uuid`. */
const nodeQuery: { filters: FilterTable<Node>; orderings: Orderings<Node> } = {
  filters: {
    uuids: { cluster_uuid: ({ clusterUuid }) => clusterUuid },
    contains: { name: ({ spec }) => spec.name },
    equals: { name_exact: ({ spec }) => spec.name, backend_id: ({ backendId }) => backendId },
    choices: { state: { values: lifecycleState.options, of: ({ state }) => state } },
    indexed: ['cluster_uuid'],
  },
  orderings: { name: ({ spec }) => spec.name, created: ({ created }) => created, state: ({ state }) => state },
};

export const nodeListing: Listing<Node, NodeView> = { ...nodeQuery, schema: nodeView, view: viewNode };
