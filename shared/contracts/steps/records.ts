import { z } from 'zod';
import { driverName } from '#shared/domain/_core/cluster-driver';
import { uuid } from '#shared/domain/_core/identifier';
import { nothing, ofMembership, step, target, tenants, uses } from './contract.ts';

export const recordsSteps = {
  /**
   * The first step of an order. Sets the cluster to CREATING or DELETING. The output decides which state machine
   * carries out the order.
   */
  beginOrder: step(
    'records.beginOrder',
    target,
    z.object({ type: z.enum(['Create', 'Terminate']), managed: z.boolean(), driver: driverName }),
  ),
  /** The first step of an operation on one node. The output says which optional steps are skipped. */
  beginNode: step('records.beginNode', target, z.object({ uses, managed: z.boolean() })),
  /**
   * The first step of a node's deletion. Sets the node to DELETING. `alone` is false while a step of a stopped
   * operation still runs. `isRegistered` says whether Rancher knows the node. `hasCredential` says whether the node's
   * machine has its own registration credentials.
   */
  beginNodeDeletion: step(
    'records.beginNodeDeletion',
    target,
    z.object({
      alone: z.boolean(),
      uses,
      managed: z.boolean(),
      isRegistered: z.boolean(),
      hasCredential: z.boolean(),
    }),
  ),
  /**
   * Deletes the node's row and its name claim, and removes the node from the cluster's record. Stops charging for the
   * node.
   */
  finishNodeDeletion: step('records.finishNodeDeletion', target, nothing),
  /** Sets cluster and resource to OK and the order to done. Publishes `cluster.created`. */
  finishCreation: step('records.finishCreation', target, nothing),
  /**
   * Ends an operation on one node. If the node is not ERRED, sets it to OK, starts charging for it and publishes
   * `node.created`. If the node is a replacement, also starts the deletion of the replaced node.
   */
  finishNode: step('records.finishNode', target, nothing),
  /**
   * Deletes the cluster's rows, claims and timeline. Sets the resource to Terminated and the order to done. Publishes
   * `cluster.deleted`.
   */
  finishDeletion: step('records.finishDeletion', target, nothing),
  /** The first step of an upgrade. Sets the cluster to UPDATING. */
  beginUpgrade: step('records.beginUpgrade', target, nothing),
  /** Sets cluster and resource to OK, with the new version. Publishes `cluster.upgraded`. */
  finishUpgrade: step('records.finishUpgrade', target, nothing),
  /** The first step of a rotation of certificates. Sets the cluster to UPDATING. */
  beginRotation: step('records.beginRotation', target, nothing),
  /** Sets cluster and resource to OK. Publishes `cluster.certificates_rotated`. */
  finishRotation: step('records.finishRotation', target, nothing),
  /** The first step of a snapshot, a restore or a rotation of encryption keys. Sets the cluster to UPDATING. */
  beginOperation: step('records.beginOperation', target, nothing),
  /**
   * Sets cluster and resource to OK. If an earlier change of pools was interrupted, sets the cluster to ERRED and the
   * resource to Erred instead. Publishes `cluster.operation_done`.
   */
  finishOperation: step('records.finishOperation', target, nothing),
  /**
   * The first step of a change of pools. Sets the cluster to UPDATING. If the change replaces the machines of pools,
   * `stage` is the number of these pools that already have their new configuration.
   */
  beginPoolChange: step('records.beginPoolChange', target, z.object({ stage: z.int() })),
  /** Sets cluster and resource to OK, with the new pools. Publishes `cluster.pools_changed`. */
  finishPoolChange: step('records.finishPoolChange', target, nothing),
  /**
   * The first step when a cluster of Cluster API is changed. Sets the cluster to UPDATING. `rotatesCredential` is true
   * if the cluster gets a new application credential.
   */
  beginClusterApiChange: step('records.beginClusterApiChange', target, z.object({ rotatesCredential: z.boolean() })),
  /** Sets cluster and resource to OK, with the new version. Publishes `cluster.changed`, or `cluster.upgraded`. */
  finishClusterApiChange: step('records.finishClusterApiChange', target, nothing),
  /** The first step of hibernating or waking a cluster. Sets the cluster to UPDATING. */
  beginHibernation: step('records.beginHibernation', target, nothing),
  /** Sets cluster and resource to OK, hibernated or awake. Publishes `cluster.hibernated` or `cluster.woken`. */
  finishHibernation: step('records.finishHibernation', target, nothing),
  /**
   * Records the failure on cluster, order and nodes, and sets the resource to Erred. In an operation on one node, only
   * the node gets the failure. The input has the error that the state machine caught, and the step that failed.
   */
  recordFailure: step(
    'records.recordFailure',
    target.extend({ error: z.string(), cause: z.string(), failedStep: z.string() }),
    nothing,
  ),
  /**
   * Lists the nodes of a cluster before its deletion. `alone` is false while a step of another operation still works on
   * the cluster.
   */
  listNodes: step(
    'records.listNodes',
    target,
    z.object({
      alone: z.boolean(),
      nodes: z.array(uuid),
      uses: uses.extend({ keycloak: z.boolean() }),
      managed: z.boolean(),
    }),
  ),
  /**
   * Records why a membership does not have its wanted state. If the membership no longer exists, the reason is recorded
   * on the group.
   */
  failMembership: step(
    'records.failMembership',
    ofMembership.extend({ error: z.string(), cause: z.string(), failedStep: z.string() }),
    nothing,
  ),
  /** Lists the planned tenants of a managed cluster. */
  listTenants: step('records.listTenants', target, tenants),
} as const;
