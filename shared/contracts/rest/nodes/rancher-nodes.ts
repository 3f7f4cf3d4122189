import { z } from 'zod';
import { failureCode } from '#shared/domain/_core/failure';
import { instant } from '#shared/domain/_core/identifier';
import { lifecycleState, type NodeSummary } from '#shared/domain/clusters/cluster';
import { type Node, summaryOf } from '#shared/domain/nodes/node';
import { nodeRole } from '#shared/domain/planning/order-attributes';
import { exampleUuid } from '../_core/example-uuid.ts';
import { failureFields, viewFailure } from '../_core/failure.ts';
import { reference } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { Operations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import { pullReply } from '../_core/pull.ts';
import { IDEMPOTENCY_KEY } from '../marketplace/orders/new-order.ts';
import { NEW_NODE_EXAMPLE } from '../marketplace/orders/new-order-example.ts';
import { newNodeBody } from './added-node-body.ts';
import { consoleLogQuery, consoleLogView, consoleView } from './node-console.ts';
import { nodeInstanceFields, viewNodeInstance } from './node-instance.ts';
import { nodeQuery } from './node-query.ts';

const dataVolumeView = z.object({
  size: z.int(),
  mount_point: z.string(),
  filesystem: z.string(),
  volume_type: z.string().nullable(),
});
/** The plan for the machine. Ids are the cloud's, sizes are MB (docs/spec/orders.md#planned-nodes). */
const initialDataView = z.object({
  flavor: z.string(),
  flavor_name: z.string(),
  vcpu: z.int(),
  ram: z.int(),
  image: z.string(),
  subnet: z.string(),
  tenant: z.string().meta({ description: 'Its uuid.', examples: [exampleUuid('openstack-tenants')] }),
  security_groups: z.array(z.string()),
  system_volume_size: z.int(),
  system_volume_type: z.string().nullable(),
  data_volumes: z.array(dataVolumeView),
});

/** With the cloud's own message. The request id is Nova's: the cloud's operator can search the logs for it. */
const failedServerView = z.object({
  instance_backend_id: z.string(),
  at: instant,
  code: failureCode,
  message: z.string(),
  request_id: z.string().nullable(),
});

/** A node in a list of clusters. All fields are on the cluster's own record, so a page needs no further read. */
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
    /** Servers of the node that failed and were made again, the oldest first. */
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

const viewFacts = ({ facts }: Node) => ({
  k8s_version: facts.k8sVersion,
  docker_version: facts.dockerVersion,
  cpu_allocated: facts.cpuAllocated,
  cpu_total: facts.cpuTotal,
  ram_allocated: facts.ramAllocated,
  ram_total: facts.ramTotal,
  pods_allocated: facts.podsAllocated,
  pods_total: facts.podsTotal,
  labels: facts.labels,
  annotations: facts.annotations,
});

const viewFailedServer = ({ serverId, at, code, message, requestId }: Node['failedServers'][number]) => ({
  ...{ instance_backend_id: serverId, at, code, message },
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

export const nodeListing: Listing<Node, NodeView> = { ...nodeQuery, schema: nodeView, view: viewNode };

/** Nova's id of a server, or our uuid of it. */
const linkBody = z.object({ instance: reference('openstack-instances', 'instances', 'servers') });
export const readLink = (body: unknown) => parseBody(linkBody, body).instance;

/** Whether a node is deleted even if it cannot be drained: its workloads are lost. */
const nodeDeletionQuery = z.object({
  force: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Delete without draining the node. For staff. Default: `false`.' }),
});
export const readNodeDeletion = (query: URLSearchParams) => ({
  isForced: parseBody(nodeDeletionQuery, Object.fromEntries(query)).force === 'true',
});

export const nodeOperations: Operations = {
  'GET /': { summary: 'List nodes', rule: 'visible.list', listing: nodeListing },
  'POST /': {
    summary: 'Add a node to a cluster',
    rule: 'node.create',
    description:
      'The cluster must be `OK`. Staff may add to any cluster. Owners may add to self-managed clusters if the offering has `owners_may_add_nodes`. For managed clusters they ' +
      'use `add_node` of the resource. The rules for a node in an order apply. In a ' +
      'self-managed cluster, name `tenant` if and only if the cluster’s order names one for each node. `cpu` and `memory` select the smallest ' +
      'flavor that fits. A new server joins etcd if a member was lost. Read the node until its state is `OK`; the cluster’s state does not change.',
    headers: IDEMPOTENCY_KEY,
    body: newNodeBody,
    bodyExample: NEW_NODE_EXAMPLE,
    status: 201,
    reply: nodeView,
    refuses: [400, 405, 409, 422, 502],
  },
  'GET /{uuid}/': { summary: 'Show a node', rule: 'node.see', reply: nodeView },
  'POST /{uuid}/pull/': {
    summary: 'Update a node from Rancher',
    rule: 'node.pull',
    description:
      'Health, versions, capacity, labels and annotations are read before the call answers. `state` does not change. In read-only mode only staff may pull.',
    ...pullReply,
    refuses: [400, 405, 409, 502],
  },
  'GET /{uuid}/console/': {
    summary: 'Open the console of a node’s machine',
    rule: 'node.console',
    description:
      'The answer has a URL for a browser, valid for some minutes. Everybody who has the URL can type there, so a read-only token gets 403. 404 if the node has no machine, 409 while the machine does not run.',
    reply: consoleView,
    replyExample: { url: 'https://cloud.example.org:6080/vnc_auto.html?path=%3Ftoken%3D6f1c0a4f' },
    refuses: [400, 409, 502],
  },
  'GET /{uuid}/console_log/': {
    summary: 'Read the console log of a node’s machine',
    rule: 'node.console_log',
    description:
      'The answer is JSON text: the last `length` lines, or everything that the cloud keeps. To follow the log, call again with `offset` from the header `X-Next-Offset`. The answer then has only new text. After a restart of the machine it has everything.',
    query: consoleLogQuery,
    reply: consoleLogView,
    replyExample: 'cloud-init: running modules:final\n',
    refuses: [400, 409, 502],
  },
  'POST /{uuid}/link_openstack/': {
    summary: 'Link a node to its machine',
    rule: 'node.link',
    description:
      'For a machine in the node’s own tenant that Paddock did not make. From then on it is deleted with the node.',
    body: linkBody,
    bodyExample: { instance: exampleUuid('instances') },
    refuses: [400, 405, 409, 502],
  },
  'POST /{uuid}/unlink_openstack/': {
    summary: 'Unlink a node from its machine',
    rule: 'node.link',
    description: 'From then on the machine is kept when the node is deleted.',
    refuses: [400, 405, 409, 502],
  },
  'DELETE /{uuid}/': {
    summary: 'Delete a node',
    rule: 'node.delete',
    description:
      'The node is drained and removed from Rancher; then its machine and volumes are deleted. The cluster’s state does not change. Read the node until it is 404. If the deletion fails, the node is `ERRED` with `last_error`, and can be deleted again. Other work on the node is stopped. 400 for the last agent and the last server. 409 while another server is missing. The cluster must be `OK`, or `ERRED` because etcd has lost its quorum or an upgrade was interrupted. Only staff may use `force`.',
    query: nodeDeletionQuery,
    status: 202,
    refuses: [400, 405, 409],
  },
};
