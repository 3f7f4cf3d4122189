import { z } from 'zod';
import { driverName } from '#shared/domain/_core/cluster-driver';
import { uuid } from '#shared/domain/_core/identifier';
import { nothing, ofMembership, step, target, tenants, uses } from './contract.ts';

export const recordsSteps = {
  /** Claims the cluster for this operation. Returns which machine carries it out. */
  beginOrder: step(
    'records.beginOrder',
    target,
    z.object({ type: z.enum(['Create', 'Terminate']), managed: z.boolean(), driver: driverName }),
  ),
  /** The first step of an operation on one node. Returns which parts are skipped. */
  beginNode: step('records.beginNode', target, z.object({ uses, managed: z.boolean() })),
  /**
   * The first step of a node's deletion: the node becomes DELETING. `alone` is false while a step of a stopped
   * operation still runs. Also returns whether Rancher knows the node, and whether its machine has its own
   * registration credentials.
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
  /** Deletes the node's row, its name and its place in the cluster, and stops charging for it. */
  finishNodeDeletion: step('records.finishNodeDeletion', target, nothing),
  /** Cluster and resource become OK, the order done, and `cluster.created` is published. */
  finishCreation: step('records.finishCreation', target, nothing),
  /**
   * Ends an operation on one node: the node becomes OK, is charged for, and `node.created` is published. An erred
   * node stays erred.
   */
  finishNode: step('records.finishNode', target, nothing),
  /**
   * Deletes rows, claims and timeline. The resource becomes Terminated, the order done, and `cluster.deleted` is
   * published.
   */
  finishDeletion: step('records.finishDeletion', target, nothing),
  /** The first step of an upgrade: the cluster becomes UPDATING. */
  beginUpgrade: step('records.beginUpgrade', target, nothing),
  /** Cluster and resource become OK in the new version, and `cluster.upgraded` is published. */
  finishUpgrade: step('records.finishUpgrade', target, nothing),
  /** The first step of a hibernation, and of its end: the cluster becomes UPDATING. */
  beginHibernation: step('records.beginHibernation', target, nothing),
  /** Cluster and resource become OK, hibernated or awake, and `cluster.hibernated` or `cluster.woken` is published. */
  finishHibernation: step('records.finishHibernation', target, nothing),
  /**
   * Records the failure on cluster, order and nodes, and sets the resource to Erred. For an operation on one node,
   * records it on the node only. The input has the error that the machine caught, and the step.
   */
  recordFailure: step(
    'records.recordFailure',
    target.extend({ error: z.string(), cause: z.string(), failedStep: z.string() }),
    nothing,
  ),
  /**
   * Node rows of a cluster that will be deleted. `alone` is false while a step of another operation still works on
   * it.
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
   * Records why a membership does not have its wanted state. If the membership is gone, the failure is recorded on
   * its group.
   */
  failMembership: step(
    'records.failMembership',
    ofMembership.extend({ error: z.string(), cause: z.string(), failedStep: z.string() }),
    nothing,
  ),
  /** Tenants that were made or planned for a managed cluster. */
  listTenants: step('records.listTenants', target, tenants),
} as const;
