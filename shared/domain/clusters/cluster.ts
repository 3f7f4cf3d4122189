import { z } from 'zod';
import { Conflict } from '#shared/errors';
import { textOf } from '../_core/audit-schema.ts';
import { defineRecord } from '../_core/define-record.ts';
import { failure } from '../_core/failure.ts';
import { instant, uuid } from '../_core/identifier.ts';
import { lifecycleEvent } from '../_core/lifecycle-events.ts';
import { changed, type RecordBase, record } from '../_core/record.ts';
import { BY_BACKEND_ID } from '../_core/record-filters.ts';
import type { ResourceState } from '../marketplace/resource.ts';
import { PLACEMENT_AUDIT, placement } from '../organizations/placement.ts';
import { nodeRole } from '../planning/order-attributes.ts';
import { clusterUpgrade } from './cluster-upgrade.ts';
import { drift, missingNode } from './drift.ts';
import { healingRecord } from './healing-record.ts';
import { managementGroup } from './management-group.ts';
import { nodeOperation } from './node-operation.ts';

/** Lifecycle, as Waldur names it (docs/spec/waldur-rancher.md#states); health is `runtimeState` and never overwrites it. */
export const lifecycleState = z.enum([
  'CREATION_SCHEDULED',
  'CREATING',
  'OK',
  'UPDATE_SCHEDULED',
  'UPDATING',
  'DELETION_SCHEDULED',
  'DELETING',
  'ERRED',
]);
export type LifecycleState = z.infer<typeof lifecycleState>;

/** What a list page shows of a node; a copy of the node row, renewed whenever a machine writes the cluster. */
export const nodeSummary = z.object({
  uuid,
  name: z.string(),
  role: nodeRole,
  state: lifecycleState,
  runtimeState: z.string(),
  backendId: z.string(),
});
export type NodeSummary = z.infer<typeof nodeSummary>;

export const cluster = record.extend({
  name: z.string(),
  description: z.string(),
  state: lifecycleState,
  runtimeState: z.string(),
  ...placement.shape,
  settingsUuid: uuid,
  settingsName: z.string(),
  /** Under which its names, and its import, are claimed; absent: the provider's own uuid. */
  claimsUuid: uuid.optional(),
  resourceUuid: uuid,
  /** The last order that was placed on it. */
  orderUuid: uuid,
  tenantUuid: uuid,
  vmProjectUuid: uuid,
  installLonghorn: z.boolean(),
  /** Name of its Kubernetes object in Rancher, which never changes; absent as long as `name` never has. */
  provisioningName: z.string().optional(),
  /** Rancher has not confirmed `name` yet: a rename is under way, or was left in the middle. */
  isRenameDue: z.boolean().optional(),
  /** Of a cluster whose tenants, networks and load balancers were made for it, and go with it; absent: it is self-managed. */
  managed: z
    .object({
      /** The node network of each tenant, in the order of the clouds chosen; a claim keeps others from it. */
      networks: z.array(z.object({ offeringUuid: uuid, cidr: z.string() })),
      /** Floating IPs of its load balancers (Waldur's ClusterPublicIP). */
      publicIps: z.array(z.object({ address: z.string(), tenantUuid: uuid })),
    })
    .optional(),
  /**
   * Of a cluster that was there before it had a record here. Nothing of ours marks it in Rancher; its tenant, and what is in that, is
   * its owner's.
   */
  imported: z
    .object({
      /** Floating IPs of what its tenant had of load balancers when it was imported. */
      publicIps: z.array(z.object({ address: z.string(), tenantUuid: uuid })),
    })
    .optional(),
  kubernetesVersion: z.string(),
  /** The upgrade that is under way, or was left in the middle: `kubernetesVersion` is the old one until it is done. */
  upgrade: clusterUpgrade.optional(),
  /** Rancher's management (v3) id, `c-m-xxxxxxxx`; empty until Rancher has assigned it. */
  backendId: z.string(),
  accessUrl: z.string(),
  /** Kubernetes quantities as Rancher gives them: cpu, memory, pods. */
  capacity: z.record(z.string(), z.string()),
  requested: z.record(z.string(), z.string()),
  nodes: z.array(nodeSummary),
  /** What is being done now, as a sentence for users; empty when nothing is. */
  currentStep: z.string(),
  /** The operation whose steps may act on this cluster; every other one is superseded. */
  operationUuid: uuid.optional(),
  /** When that operation was accepted. */
  operationSince: instant.optional(),
  /** Operations on single nodes of a cluster that is OK; one on the whole cluster supersedes them all. */
  nodeOperations: z.array(nodeOperation).default([]),
  /** In which ways it differs from what it should be, as the last look saw it. */
  drift: z.array(drift).default([]),
  /** Nodes that vanished, and have not been made again. */
  missingNodes: z.array(missingNode).default([]),
  /** Whether nodes that are lost are made again without anybody asking; absent: they are not. */
  autohealing: z.boolean().optional(),
  healing: healingRecord.optional(),
  /**
   * Rancher's API key under which Argo CD reaches the cluster, and the account it is of; the key itself is in Argo CD's Secret only.
   * Without an account it is the provider's own key, as earlier releases made them.
   */
  argocdToken: z
    .object({
      ...{ id: z.string(), accountId: z.string().optional() },
      ...{ expiresAt: instant.optional(), renewAt: instant.optional() },
    })
    .optional(),
  managementSecurityGroup: managementGroup.optional(),
  lastError: failure.optional(),
});
export type Cluster = z.infer<typeof cluster>;

const NEXT: Readonly<Record<LifecycleState, readonly LifecycleState[]>> = {
  CREATION_SCHEDULED: ['CREATING', 'ERRED', 'DELETION_SCHEDULED'],
  CREATING: ['OK', 'ERRED', 'DELETION_SCHEDULED'],
  OK: ['UPDATE_SCHEDULED', 'DELETION_SCHEDULED', 'ERRED'],
  UPDATE_SCHEDULED: ['UPDATING', 'ERRED'],
  UPDATING: ['OK', 'ERRED'],
  DELETION_SCHEDULED: ['DELETING', 'ERRED'],
  DELETING: ['ERRED'],
  ERRED: ['CREATION_SCHEDULED', 'UPDATE_SCHEDULED', 'DELETION_SCHEDULED', 'OK'],
};

/** The cluster in its next state; a jump the table does not allow is a conflict. The same state again is allowed: steps repeat. */
export function clusterMovesTo(
  from: Cluster,
  state: LifecycleState,
  now: Date,
  fields: Partial<Omit<Cluster, keyof RecordBase>> = {},
): Cluster {
  if (from.state !== state && !NEXT[from.state].includes(state)) {
    throw new Conflict(`cluster cannot go from ${from.state} to ${state}`);
  }
  return changed(from, now, { ...fields, state });
}

/** The machine of an operation on the whole cluster: all but upgrades are those of an order. */
export const wholeClusterMachine = ({ state }: { state: string }): 'upgrade-cluster' | 'process-order' =>
  state === 'UPDATE_SCHEDULED' || state === 'UPDATING' ? 'upgrade-cluster' : 'process-order';

const RESTING: readonly LifecycleState[] = ['OK', 'ERRED'];
/** Whether an operation on the whole cluster has been accepted and has not ended: a state machine is at work, or should be. */
export const isUnderOperation = ({ state, operationUuid }: Pick<Cluster, 'state' | 'operationUuid'>): boolean =>
  operationUuid !== undefined && !RESTING.includes(state);

type Worked = Pick<Cluster, 'state' | 'operationUuid' | 'operationSince' | 'nodeOperations' | 'created'>;
/** Since when something is being done for the cluster, or for a node of it; undefined when nothing is. */
export function atWorkSince(cluster: Worked): string | undefined {
  const oldest = cluster.nodeOperations.map(({ since }) => since).sort()[0];
  return isUnderOperation(cluster) ? (cluster.operationSince ?? cluster.created) : oldest;
}

const RESOURCE_STATE: Readonly<Record<LifecycleState, ResourceState>> = {
  CREATION_SCHEDULED: 'Creating',
  CREATING: 'Creating',
  OK: 'OK',
  UPDATE_SCHEDULED: 'Updating',
  UPDATING: 'Updating',
  DELETION_SCHEDULED: 'Terminating',
  DELETING: 'Terminating',
  ERRED: 'Erred',
};
/** The marketplace resource's state that mirrors the cluster's (docs/spec/waldur-rancher.md#states). */
export const resourceStateOf = (state: LifecycleState): ResourceState => RESOURCE_STATE[state];

export const clusterRecord = defineRecord({
  name: 'CLUSTER',
  title: 'Cluster',
  schema: cluster,
  listedBy: ['customer', 'project'],
  filters: {
    states: {
      of: ({ state }) => state,
      groups: {
        resting: ['OK'],
        others: [
          ...['CREATION_SCHEDULED', 'CREATING', 'UPDATE_SCHEDULED', 'UPDATING'],
          ...['DELETION_SCHEDULED', 'DELETING', 'ERRED'],
        ],
      },
      marks: { service_settings_uuid: ({ settingsUuid }) => settingsUuid },
    },
    name: ({ name }) => name,
    match: BY_BACKEND_ID,
  },
  audit: {
    model: 'Rancher.Cluster',
    title: 'Cluster',
    placeOf: (facts) => ({
      customerUuid: textOf(facts, 'customerUuid'),
      projectUuid: textOf(facts, 'projectUuid'),
      clusterUuid: textOf(facts, 'uuid'),
      resourceUuid: textOf(facts, 'resourceUuid'),
    }),
    created: 'resource_creation_scheduled',
    updated: lifecycleEvent,
    deleted: 'resource_deletion_succeeded',
    fields: {
      ...PLACEMENT_AUDIT,
      name: 'shown',
      description: 'shown',
      state: 'shown',
      runtimeState: 'hidden',
      claimsUuid: 'hidden',
      settingsUuid: 'detail',
      settingsName: 'detail',
      resourceUuid: 'detail',
      orderUuid: 'detail',
      tenantUuid: 'detail',
      vmProjectUuid: 'detail',
      installLonghorn: 'shown',
      provisioningName: 'hidden',
      isRenameDue: 'hidden',
      managed: 'shown',
      imported: 'shown',
      kubernetesVersion: 'shown',
      upgrade: 'detail',
      backendId: 'detail',
      accessUrl: 'detail',
      capacity: 'hidden',
      requested: 'hidden',
      nodes: 'hidden',
      currentStep: 'hidden',
      operationUuid: 'hidden',
      operationSince: 'hidden',
      nodeOperations: 'hidden',
      drift: 'shown',
      missingNodes: 'hidden',
      autohealing: 'shown',
      healing: 'hidden',
      argocdToken: 'named',
      managementSecurityGroup: 'shown',
      lastError: 'detail',
    },
  },
});
