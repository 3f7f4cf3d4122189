import { z } from 'zod';
import { Conflict } from '#shared/errors';
import { textOf } from '../_core/audit-schema.ts';
import { driverName } from '../_core/cluster-driver.ts';
import { defineRecord } from '../_core/define-record.ts';
import { failure } from '../_core/failure.ts';
import { instant, uuid } from '../_core/identifier.ts';
import { lifecycleEvent } from '../_core/lifecycle-events.ts';
import { type LifecycleState, lifecycleState } from '../_core/lifecycle-state.ts';
import { changed, type RecordBase, record } from '../_core/record.ts';
import { BY_BACKEND_ID } from '../_core/record-filters.ts';
import type { ResourceState } from '../marketplace/resource.ts';
import { placement } from '../organizations/placement.ts';
import { nodeRole } from '../planning/order-attributes.ts';
import { timetableFields } from '../timetable/timetable.ts';
import { alertNodes } from './alert-nodes.ts';
import { certificateRotation } from './certificate-rotation.ts';
import { CLUSTER_AUDIT } from './cluster-audit.ts';
import { clusterUpgrade } from './cluster-upgrade.ts';
import { drift, missingNode } from './drift.ts';
import { healingRecord } from './healing-record.ts';
import { managementGroup } from './management-security-group.ts';
import { nodeOperation } from './node-operation.ts';

/**
 * The fields of a node that a list of clusters shows. They are copied from the node's row with every write of a state
 * machine.
 */
export const nodeSummary = z.object({
  uuid,
  name: z.string(),
  role: nodeRole,
  state: lifecycleState,
  runtimeState: z.string(),
  backendId: z.string(),
});
export type NodeSummary = z.infer<typeof nodeSummary>;

const argocdToken = z.object({
  ...{ id: z.string(), accountId: z.string().optional() },
  ...{ expiresAt: instant.optional(), renewAt: instant.optional() },
});

export const cluster = record.extend({
  name: z.string(),
  description: z.string(),
  state: lifecycleState,
  runtimeState: z.string(),
  ...placement.shape,
  settingsUuid: uuid,
  settingsName: z.string(),
  /** The uuid under which the cluster claims its names and its import. If absent, it is the uuid of the provider. */
  claimsUuid: uuid.optional(),
  resourceUuid: uuid,
  /** The cluster's last order. */
  orderUuid: uuid,
  tenantUuid: uuid,
  vmProjectUuid: uuid,
  installLonghorn: z.boolean(),
  /**
   * Name of the cluster's Kubernetes object in Rancher, which a rename does not change. Absent if the cluster was never
   * renamed.
   */
  provisioningName: z.string().optional(),
  /** True until Rancher has confirmed `name`, because a rename is running or was interrupted. */
  isRenameDue: z.boolean().optional(),
  /**
   * The tenants, networks and load balancers of a managed cluster. They are deleted with the cluster. Absent for a
   * self-managed cluster.
   */
  managed: z
    .object({
      /** The node network of each tenant, in the order of the chosen clouds. A claim reserves each network. */
      networks: z.array(z.object({ offeringUuid: uuid, cidr: z.string() })),
      /** Floating IPs of the cluster's load balancers (Waldur's ClusterPublicIP). */
      publicIps: z.array(z.object({ address: z.string(), tenantUuid: uuid })),
    })
    .optional(),
  /** Present for an imported cluster. It has no label of Paddock in Rancher, and its tenant belongs to the customer. */
  imported: z
    .object({
      /** Floating IPs that the load balancers in the cluster's tenant had at the import. */
      publicIps: z.array(z.object({ address: z.string(), tenantUuid: uuid })),
    })
    .optional(),
  /** The driver that made the cluster. If absent, the first driver. */
  driver: driverName.optional(),
  kubernetesVersion: z.string(),
  /** The upgrade that is running or was interrupted. Until it has ended, `kubernetesVersion` is the old version. */
  upgrade: clusterUpgrade.optional(),
  /** The rotation of certificates that is running or was interrupted. */
  certificateRotation: certificateRotation.optional(),
  /** When the last rotation of all certificates ended. */
  certificatesRotatedAt: instant.optional(),
  /** Rancher's management (v3) id, `c-m-xxxxxxxx`; empty until Rancher has assigned it. */
  backendId: z.string(),
  accessUrl: z.string(),
  /** Kubernetes quantities as Rancher gives them: cpu, memory, pods. */
  capacity: z.record(z.string(), z.string()),
  requested: z.record(z.string(), z.string()),
  nodes: z.array(nodeSummary),
  /** A sentence for users about the current work on the cluster. Empty if no work is going on. */
  currentStep: z.string(),
  /** The operation that may change this cluster. It supersedes all other operations on the cluster. */
  operationUuid: uuid.optional(),
  /** When the operation in `operationUuid` was accepted. */
  operationSince: instant.optional(),
  /** Operations on single nodes of a cluster that is OK. An operation on the whole cluster supersedes them. */
  nodeOperations: z.array(nodeOperation).default([]),
  /** Differences from the wanted state, as found by the last check. */
  drift: z.array(drift).default([]),
  /** Lost nodes that have not been replaced yet. */
  missingNodes: z.array(missingNode).default([]),
  /** Whether lost nodes are replaced automatically. If absent, they are not replaced. */
  autohealing: z.boolean().optional(),
  healing: healingRecord.optional(),
  /** Absent if no alert has ever asked for a node. */
  alertNodes: alertNodes.optional(),
  /**
   * Argo CD's API key in Rancher for the cluster, and the account that owns the key. The key itself is only in Argo
   * CD's Secret. If the account is absent, the key belongs to the provider's own account, as in earlier releases.
   */
  argocdToken: argocdToken.optional(),
  managementSecurityGroup: managementGroup.optional(),
  ...timetableFields,
  lastError: failure.optional(),
});
export type Cluster = z.infer<typeof cluster>;

const NEXT: Readonly<Record<LifecycleState, readonly LifecycleState[]>> = {
  CREATION_SCHEDULED: ['CREATING', 'ERRED', 'DELETION_SCHEDULED'],
  CREATING: ['OK', 'ERRED', 'DELETION_SCHEDULED'],
  OK: ['UPDATE_SCHEDULED', 'DELETION_SCHEDULED', 'ERRED'],
  UPDATE_SCHEDULED: ['UPDATING', 'ERRED', 'DELETION_SCHEDULED'],
  UPDATING: ['OK', 'ERRED', 'DELETION_SCHEDULED'],
  DELETION_SCHEDULED: ['DELETING', 'ERRED'],
  DELETING: ['ERRED'],
  ERRED: ['CREATION_SCHEDULED', 'UPDATE_SCHEDULED', 'DELETION_SCHEDULED', 'OK'],
};

/**
 * The cluster with a new state. Throws Conflict if `NEXT` does not allow the change. The state may stay the same,
 * because steps are repeated.
 */
export function clusterMovesTo(
  from: Cluster,
  state: LifecycleState,
  now: Date,
  fields: Partial<Omit<Cluster, keyof RecordBase>> = {},
): Cluster {
  if (from.state !== state && !NEXT[from.state].includes(state)) {
    throw new Conflict(`The cluster cannot go from ${from.state} to ${state}.`);
  }
  return changed(from, now, { ...fields, state });
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
/**
 * The state of the marketplace resource that corresponds to the state of its cluster
 * (docs/spec/waldur-rancher.md#states).
 */
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
          'CREATION_SCHEDULED',
          'CREATING',
          'UPDATE_SCHEDULED',
          'UPDATING',
          'DELETION_SCHEDULED',
          'DELETING',
          'ERRED',
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
    fields: CLUSTER_AUDIT,
  },
});
