import { z } from 'zod';
import { nothing, ofMembership, ofRole, step, sweepInput, target } from './contract.ts';

export const rancherSteps = {
  /**
   * Makes the registry's secret (if there is a registry), the v1 object, the v3 id and the registration token (in the
   * secret store). `ready` is false until Rancher has assigned the id.
   */
  ensureCluster: step('rancher.ensureCluster', target, z.object({ ready: z.boolean() })),
  /**
   * Makes a registration token (in the secret store) for the node that the operation adds. `ready` is false until
   * Rancher has filled it in.
   */
  ensureRegistration: step('rancher.ensureRegistration', target, z.object({ ready: z.boolean() })),
  /** Copies versions, capacity and node facts to the records. */
  pullCluster: step('rancher.pullCluster', target, nothing),
  /**
   * Sets the wanted version of the cluster in Rancher. `started` is false if somebody else was writing at the same
   * time.
   */
  startUpgrade: step('rancher.startUpgrade', target, z.object({ started: z.boolean() })),
  /**
   * Has Rancher drain the deleted node, once. True if it is drained, or if it cannot be drained and is deleted
   * anyway.
   */
  drainNode: step('rancher.drainNode', target, z.object({ drained: z.boolean() })),
  /** Has Rancher drain all agents, each once. True if each is drained, or cannot be. */
  drainAgents: step('rancher.drainAgents', target, z.object({ drained: z.boolean() })),
  /**
   * Whether the cluster is connected, and its nodes of this role are ready after their start. Agents that were drained
   * take workloads again once they are.
   */
  checkNodesReady: step('rancher.checkNodesReady', ofRole, z.object({ ready: z.boolean() })),
  /**
   * Deletes the node's machine in Rancher, after those that have to be deleted first. `gone` if it is deleted; an
   * etcd member has left etcd by then.
   */
  removeMachine: step('rancher.removeMachine', target, z.object({ gone: z.boolean() })),
  /**
   * Runs after the server is deleted: removes the rest of the node from its cluster and from Rancher. `gone` if
   * nothing is left.
   */
  removeNode: step('rancher.removeNode', target, z.object({ gone: z.boolean() })),
  /** Deletes the token of the machines' user data, in Rancher and in the secret store. */
  retireRegistrationToken: step('rancher.retireRegistrationToken', target, nothing),
  /** Deletes the cluster in Rancher; `gone` if it is deleted. */
  deleteCluster: step('rancher.deleteCluster', target, z.object({ gone: z.boolean() })),
  /**
   * Keeps the role binding of a group in the cluster for as long as the group has a membership. Does nothing for a
   * group that is being deleted.
   */
  syncRoleBinding: step('rancher.syncRoleBinding', ofMembership, nothing),
  /**
   * Proves that Rancher has no object labelled with the cluster. Throws DeletionBlocked with their names otherwise.
   */
  sweepClusters: step('rancher.sweepClusters', sweepInput, nothing),
} as const;
