import { z } from 'zod';
import { type Facts, textOf } from '../_core/audit-schema.ts';
import { defineRecord } from '../_core/define-record.ts';
import { failure } from '../_core/failure.ts';
import { instant, uuid } from '../_core/identifier.ts';
import { lifecycleEvent } from '../_core/lifecycle-events.ts';
import { record } from '../_core/record.ts';
import { type Cluster, lifecycleState, type NodeSummary } from '../clusters/cluster.ts';
import { nodeSpec } from '../planning/node-spec.ts';
import { failedServer } from './failed-server.ts';

/**
 * What Rancher says of a running node; docs/spec/nodes.md#what-rancher-says-of-a-node gives the fields, quantities are already converted
 * (docs/spec/nodes.md#figures-of-a-node).
 */
export const nodeFacts = z.object({
  k8sVersion: z.string(),
  dockerVersion: z.string(),
  cpuAllocated: z.number().nullable(),
  cpuTotal: z.number().nullable(),
  /** MiB */
  ramAllocated: z.number().nullable(),
  /** MiB */
  ramTotal: z.number().nullable(),
  podsAllocated: z.number().nullable(),
  podsTotal: z.number().nullable(),
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
  labels: {},
  annotations: {},
};

export const node = record.extend({
  clusterUuid: uuid,
  clusterName: z.string(),
  projectUuid: uuid,
  customerUuid: uuid,
  settingsUuid: uuid,
  /** As it was when the node was made; nodes of earlier releases have none. */
  settingsName: z.string().default(''),
  state: lifecycleState,
  runtimeState: z.string(),
  /** The first look of those in a row in which Rancher called it other than active, once it was OK; absent: it is active. */
  unhealthySince: instant.optional(),
  spec: nodeSpec,
  /** Neutron's port, Nova's server and the volumes Nova made for it; empty until known. */
  portId: z.string(),
  instanceId: z.string(),
  volumeIds: z.array(z.string()),
  /** The operation that asked Nova for the server, and Nova's id of that request; absent until one was asked for. */
  serverRequest: z.object({ operationUuid: uuid, requestId: z.string().optional() }).optional(),
  /** What its machine joins with was made for it alone, and is not known to be gone (`birth-credential.ts`). */
  hasOwnCredential: z.boolean().optional(),
  /** Its server vanished though it was to stay: once it is gone, another is missing in its place (`missing-nodes.ts`). */
  leavesGap: z.boolean().optional(),
  /** The node that was, or is to be, put in its place. */
  replacedByUuid: uuid.optional(),
  /** Servers it had that came to nothing, the oldest first. */
  failedServers: z.array(failedServer).default([]),
  addresses: z.array(z.string()),
  /** Rancher's node id; empty until it has registered. */
  backendId: z.string(),
  facts: nodeFacts,
  lastError: failure.optional(),
});
export type Node = z.infer<typeof node>;

export function summaryOf(item: Node): NodeSummary {
  const { uuid: id, state, runtimeState, backendId, spec } = item;
  return { uuid: id, name: spec.name, role: spec.role, state, runtimeState, backendId };
}

/** The cluster's list with these nodes as they are now. */
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
