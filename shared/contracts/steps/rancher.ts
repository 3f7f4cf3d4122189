import { z } from 'zod';
import { nothing, ofMembership, ofRole, step, sweepInput, target } from './contract.ts';

export const rancherSteps = {
  /**
   * Creates the cluster in Rancher, a registration token, and the secret of a private registry. Stores the token in the
   * secret store, and Rancher's id of the cluster in the cluster's record. `ready` is false until Rancher has assigned
   * this id.
   */
  ensureCluster: step('rancher.ensureCluster', target, z.object({ ready: z.boolean() })),
  /**
   * Creates a registration token for the node that the operation adds, and stores it in the secret store. `ready` is
   * false until Rancher has set the token.
   */
  ensureRegistration: step('rancher.ensureRegistration', target, z.object({ ready: z.boolean() })),
  /**
   * Installs Longhorn in the cluster. `asked` is the name of Rancher's operation, or empty before the first request.
   * `installed` is true once Helm has deployed Longhorn.
   */
  installLonghorn: step(
    'rancher.installLonghorn',
    target.extend({ asked: z.string() }),
    z.object({ installed: z.boolean(), asked: z.string() }),
  ),
  /** Copies versions, capacity and facts about nodes to the records. */
  pullCluster: step('rancher.pullCluster', target, nothing),
  /**
   * Sets the wanted version of the cluster in Rancher. `started` is false if somebody else changed the cluster at the
   * same time.
   */
  startUpgrade: step('rancher.startUpgrade', target, z.object({ started: z.boolean() })),
  /**
   * Has Rancher rotate the cluster's certificates, once. `started` is false if somebody else changed the cluster at the
   * same time.
   */
  startRotation: step('rancher.startRotation', target, z.object({ started: z.boolean() })),
  /**
   * Makes Rancher drain the node before its deletion, once. `drained` is true if the node is drained, or if it cannot
   * be drained and is deleted anyway.
   */
  drainNode: step('rancher.drainNode', target, z.object({ drained: z.boolean() })),
  /**
   * Makes Rancher drain all agents, each only once. `drained` is true if each agent is drained or cannot be drained.
   */
  drainAgents: step('rancher.drainAgents', target, z.object({ drained: z.boolean() })),
  /**
   * Checks that the cluster is connected and that its nodes of this role are ready after their start. Uncordons the
   * agents that were drained.
   */
  checkNodesReady: step('rancher.checkNodesReady', ofRole, z.object({ ready: z.boolean() })),
  /**
   * Deletes the node's machine in Rancher. Waits for machines that have to be deleted first. `gone` is true if the
   * machine is deleted. If the node was a member of etcd, it has left etcd by then.
   */
  removeMachine: step('rancher.removeMachine', target, z.object({ gone: z.boolean() })),
  /**
   * Removes a node from its cluster and from Rancher, after its server is deleted. `gone` is true if nothing is left.
   */
  removeNode: step('rancher.removeNode', target, z.object({ gone: z.boolean() })),
  /**
   * Deletes the registration token in Rancher and in the secret store. The machines have this token in their user data.
   */
  retireRegistrationToken: step('rancher.retireRegistrationToken', target, nothing),
  /** Deletes the cluster in Rancher. `gone` is true if the cluster no longer exists. */
  deleteCluster: step('rancher.deleteCluster', target, z.object({ gone: z.boolean() })),
  /**
   * Keeps a group's role binding in the cluster as long as the group has a membership. Does nothing if the group is
   * being deleted.
   */
  syncRoleBinding: step('rancher.syncRoleBinding', ofMembership, nothing),
  /**
   * Checks that Rancher has no object labelled with the cluster. Otherwise throws DeletionBlocked with the names of the
   * objects.
   */
  sweepClusters: step('rancher.sweepClusters', sweepInput, nothing),
} as const;
