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
import { clusterApiSpec } from '../planning/cluster-api/cluster-spec.ts';
import { nodeRole } from '../planning/order-attributes.ts';
import { timetableFields } from '../timetable/timetable.ts';
import { alertNodes } from './alert-nodes.ts';
import { certificateRotation } from './certificate-rotation.ts';
import { clusterApiChange } from './cluster-api-change.ts';
import { CLUSTER_AUDIT } from './cluster-audit.ts';
import { clusterUpgrade } from './cluster-upgrade.ts';
import { drift, missingNode } from './drift.ts';
import { healingRecord } from './healing-record.ts';
import { machinePools, poolChange } from './machine-pools.ts';
import { managementGroup } from './management-security-group.ts';
import { nodeOperation } from './node-operation.ts';
import { endedOperation, rancherOperation } from './operations/rancher-operation.ts';

/**
 * The fields of a node that lists of clusters show. State machines copy these fields from the node's row when they
 * write the cluster.
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
  /**
   * The claims for the cluster's names and for the import of the cluster contain this uuid. If it is undefined, they
   * contain the uuid of the provider.
   */
  claimsUuid: uuid.optional(),
  resourceUuid: uuid,
  /** The last order to create or terminate the cluster. */
  orderUuid: uuid,
  tenantUuid: uuid,
  vmProjectUuid: uuid,
  installLonghorn: z.boolean(),
  /**
   * Name of the cluster's Kubernetes object in Rancher. A rename of the cluster does not change this object's name. If
   * undefined, the object has the same name as the cluster.
   */
  provisioningName: z.string().optional(),
  /** Whether a rename is running or was interrupted. In both cases, Rancher has not confirmed `name` yet. */
  isRenameDue: z.boolean().optional(),
  /**
   * Facts that only managed clusters have. The tenants, networks and load balancers of a managed cluster are deleted
   * together with the cluster.
   */
  managed: z
    .object({
      /**
       * The network for nodes in each tenant, in the order of the chosen clouds. A claim reserves each network for the
       * cluster.
       */
      networks: z.array(z.object({ offeringUuid: uuid, cidr: z.string() })),
      /** Floating IPs of the cluster's load balancers (Waldur's ClusterPublicIP). */
      publicIps: z.array(z.object({ address: z.string(), tenantUuid: uuid })),
    })
    .optional(),
  /**
   * Facts that only imported clusters have. The objects of such a cluster in Rancher have no label of Paddock, and its
   * tenant belongs to the customer.
   */
  imported: z
    .object({
      /** Floating IPs that the load balancers in the cluster's tenant had when the cluster was imported. */
      publicIps: z.array(z.object({ address: z.string(), tenantUuid: uuid })),
    })
    .optional(),
  /** The driver that has created the cluster. If undefined, it is `rancher-custom`. */
  driver: driverName.optional(),
  /** Set for a cluster whose machines Rancher makes. */
  machinePools: machinePools.optional(),
  /** The change of pools that runs or was interrupted. */
  poolChange: poolChange.optional(),
  /** The wanted settings of a cluster that Cluster API makes. Undefined for all other clusters. */
  clusterApi: clusterApiSpec.optional(),
  /** Only for a cluster of Cluster API: the change that runs or was interrupted. */
  clusterApiChange: clusterApiChange.optional(),
  /** Only for a cluster of Cluster API: when its last change was completed. Undefined if it was never changed. */
  clusterApiChangedAt: instant.optional(),
  /**
   * Names of the machine groups that were changed after their creation. Magnum's API shows these groups as
   * `UPDATE_COMPLETE`.
   */
  clusterApiUpdatedGroups: z.array(z.string()).optional(),
  kubernetesVersion: z.string(),
  /** The upgrade that runs or was interrupted. Until the upgrade ends, `kubernetesVersion` is the old version. */
  upgrade: clusterUpgrade.optional(),
  /** The rotation of certificates that runs or was interrupted. */
  certificateRotation: certificateRotation.optional(),
  /** The snapshot, restore or rotation of encryption keys that runs or was interrupted. */
  rancherOperation: rancherOperation.optional(),
  /** For each kind of operation that Rancher carries out, the last operation that has ended. */
  endedOperations: z.array(endedOperation).optional(),
  /** When all certificates were last rotated. */
  certificatesRotatedAt: instant.optional(),
  /**
   * The cluster's id in Rancher's management API (v3), such as `c-m-xxxxxxxx`. Empty until the cluster has an id in
   * Rancher.
   */
  backendId: z.string(),
  accessUrl: z.string(),
  /** CPU, memory and pods as Kubernetes quantities, as Rancher reports them. */
  capacity: z.record(z.string(), z.string()),
  requested: z.record(z.string(), z.string()),
  nodes: z.array(nodeSummary),
  /** Says to users what is being done with the cluster. Empty if nothing is being done. */
  currentStep: z.string(),
  /** The only operation that is allowed to change the cluster as a whole. Steps of earlier operations do nothing. */
  operationUuid: uuid.optional(),
  /** When the operation in `operationUuid` was accepted. */
  operationSince: instant.optional(),
  /** Operations on single nodes while the cluster is OK. An operation on the whole cluster ends all of these. */
  nodeOperations: z.array(nodeOperation).default([]),
  /** Differences between the wanted state of the cluster and its last observation. */
  drift: z.array(drift).default([]),
  /** Nodes that are lost and not replaced yet. */
  missingNodes: z.array(missingNode).default([]),
  /** Whether lost nodes are replaced without a user's request. Undefined means no. */
  autohealing: z.boolean().optional(),
  healing: healingRecord.optional(),
  /** Nodes that alerts have added or asked for. Undefined if no alert has ever asked for a node. */
  alertNodes: alertNodes.optional(),
  /**
   * The id of Argo CD's API key for the cluster in Rancher, and the account to which the key belongs. The key itself is
   * only in Argo CD's Secret. A key without a recorded account was made by an earlier release, and belongs to the
   * provider's own account.
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
 * The cluster in a new state. Throws Conflict if the table `NEXT` does not allow this change of state. The new state
 * may be the same as before, because steps are repeated.
 */
export function clusterMovesTo(
  from: Cluster,
  state: LifecycleState,
  now: Date,
  fields: Partial<Omit<Cluster, keyof RecordBase>> = {},
): Cluster {
  if (from.state !== state && !NEXT[from.state].includes(state)) {
    throw new Conflict(`The cluster cannot change from state ${from.state} to state ${state}.`);
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
/** The state of a resource, by the state of its cluster (docs/spec/waldur-rancher.md#states). */
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
      marks: {
        service_settings_uuid: ({ settingsUuid }) => settingsUuid,
        cluster_api_template: ({ clusterApi }) => clusterApi?.templateUuid,
      },
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
