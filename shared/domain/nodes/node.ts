import { z } from 'zod';
import { type Facts, textOf } from '../_core/audit-schema.ts';
import { defineRecord } from '../_core/define-record.ts';
import { failure, failureCode } from '../_core/failure.ts';
import { instant, type Uuid, uuid } from '../_core/identifier.ts';
import { lifecycleEvent } from '../_core/lifecycle-events.ts';
import { lifecycleState } from '../_core/lifecycle-state.ts';
import { newRecord, record } from '../_core/record.ts';
import type { Cluster, NodeSummary } from '../clusters/cluster.ts';
import { type NodeSpec, nodeSpec } from '../planning/node-spec.ts';

/**
 * What Rancher reports about a running node. The fields are explained in
 * docs/spec/nodes.md#what-rancher-says-of-a-node, and the conversion of quantities in
 * docs/spec/nodes.md#figures-of-a-node.
 */
export const nodeFacts = z.object({
  k8sVersion: z.string(),
  dockerVersion: z.string(),
  cpuAllocated: z.number().nullable(),
  cpuTotal: z.number().nullable(),
  /** Memory that pods have requested, in MiB. */
  ramAllocated: z.number().nullable(),
  /** Memory of the node, in MiB. */
  ramTotal: z.number().nullable(),
  podsAllocated: z.number().nullable(),
  podsTotal: z.number().nullable(),
  /**
   * The part of the node's ephemeral storage that pods have requested, in MiB. Rows of earlier releases lack this
   * figure.
   */
  storageAllocated: z.number().nullable().default(null),
  /** The node's ephemeral storage for pods, in MiB. */
  storageTotal: z.number().nullable().default(null),
  labels: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.string()),
});
export type NodeFacts = z.infer<typeof nodeFacts>;
export const NO_FACTS: NodeFacts = {
  k8sVersion: '',
  dockerVersion: '',
  cpuAllocated: null,
  cpuTotal: null,
  ramAllocated: null,
  ramTotal: null,
  podsAllocated: null,
  podsTotal: null,
  storageAllocated: null,
  storageTotal: null,
  labels: {},
  annotations: {},
};

/** A failed server of the node, with Nova's message. */
const failedServer = z.object({
  serverId: z.string(),
  /**
   * The operation that has created the server. Failed servers are counted by operation, because each operation may
   * create only a few servers for each node.
   */
  operationUuid: uuid,
  at: instant,
  code: failureCode,
  message: z.string(),
  /** The id that Nova gave to the request. Operators find the request in Nova's logs by this id. */
  requestId: z.string().optional(),
});
export type FailedServer = z.infer<typeof failedServer>;

export const node = record.extend({
  clusterUuid: uuid,
  clusterName: z.string(),
  projectUuid: uuid,
  customerUuid: uuid,
  settingsUuid: uuid,
  /** The name that the provider had when the node was created. Records of earlier releases have an empty text. */
  settingsName: z.string().default(''),
  state: lifecycleState,
  runtimeState: z.string(),
  /**
   * The time when the node was first observed as not active in Rancher while its state was OK. Undefined while the node
   * is active or its state is not OK.
   */
  unhealthySince: instant.optional(),
  spec: nodeSpec,
  /**
   * Ids of the node's Neutron port, of the node's Nova server, and of the volumes that Nova has created with the
   * server. An unknown id is empty.
   */
  portId: z.string(),
  instanceId: z.string(),
  volumeIds: z.array(z.string()),
  /**
   * The operation that has requested the server, and the id that Nova gave to the request. Undefined before the first
   * request.
   */
  serverRequest: z.object({ operationUuid: uuid, requestId: z.string().optional() }).optional(),
  /**
   * Whether the node has its own credential to join the cluster (`machine-credential.ts`). Undefined once the node has
   * joined.
   */
  hasOwnCredential: z.boolean().optional(),
  /**
   * Whether the node has lost its server and should be created again. When the node's record is deleted, the node is
   * added to the cluster's missing nodes (`missing-nodes.ts`).
   */
  leavesGap: z.boolean().optional(),
  /** The new node that replaces this node. */
  replacedByUuid: uuid.optional(),
  /** Failed servers of the node, oldest first. */
  failedServers: z.array(failedServer).default([]),
  addresses: z.array(z.string()),
  /** The id that Rancher has given to the node. Empty until the machine has registered. */
  backendId: z.string(),
  facts: nodeFacts,
  lastError: failure.optional(),
});
export type Node = z.infer<typeof node>;

export function summaryOf(item: Node): NodeSummary {
  const { uuid: id, state, runtimeState, backendId, spec } = item;
  return { uuid: id, name: spec.name, role: spec.role, state, runtimeState, backendId };
}

/** The cluster's list of nodes, with new entries for the `renewed` nodes. */
export function summariesWith({ nodes }: Pick<Cluster, 'nodes'>, renewed: readonly Node[]): NodeSummary[] {
  const byUuid = new Map(renewed.map((item) => [item.uuid, summaryOf(item)]));
  return nodes.map((summary) => byUuid.get(summary.uuid) ?? summary);
}

const specOf = ({ spec }: Facts): Facts => (typeof spec === 'object' && spec !== null ? { ...spec } : {});

export const nodeRecord = defineRecord({
  name: 'NODE',
  title: 'Node',
  schema: node,
  listedBy: ['customer', 'project'],
  isListedByRefs: true,
  audit: {
    model: 'Rancher.Node',
    title: 'Node',
    nameOf: (facts) => textOf(specOf(facts), 'name') ?? '',
    created: 'resource_creation_scheduled',
    updated: lifecycleEvent,
    deleted: 'resource_deletion_succeeded',
    fields: {
      clusterUuid: 'hidden',
      clusterName: 'detail',
      projectUuid: 'hidden',
      customerUuid: 'hidden',
      settingsUuid: 'hidden',
      settingsName: 'hidden',
      state: 'shown',
      runtimeState: 'hidden',
      unhealthySince: 'hidden',
      spec: 'hidden',
      portId: 'hidden',
      instanceId: 'detail',
      volumeIds: 'hidden',
      serverRequest: 'hidden',
      hasOwnCredential: 'hidden',
      leavesGap: 'hidden',
      replacedByUuid: 'detail',
      failedServers: 'shown',
      addresses: 'detail',
      backendId: 'detail',
      facts: 'hidden',
      lastError: 'detail',
    },
  },
});

/** The record of a new node. The node does not exist in any backend yet. */
export const newNode = (cluster: Cluster, spec: NodeSpec, uuid: Uuid, now: Date): Node => ({
  ...newRecord(uuid, now),
  clusterUuid: cluster.uuid,
  clusterName: cluster.name,
  projectUuid: cluster.projectUuid,
  customerUuid: cluster.customerUuid,
  settingsUuid: cluster.settingsUuid,
  settingsName: cluster.settingsName,
  state: 'CREATION_SCHEDULED',
  runtimeState: '',
  spec,
  portId: '',
  instanceId: '',
  volumeIds: [],
  failedServers: [],
  addresses: [],
  backendId: '',
  facts: NO_FACTS,
});
