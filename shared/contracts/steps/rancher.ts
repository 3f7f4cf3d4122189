import { z } from 'zod';
import { nothing, ofMembership, ofRole, step, sweepInput, target } from './contract.ts';

export const rancherSteps = {
  /**
   * Creates three objects in Rancher: the cluster, a registration token, and the secret of a private registry. Puts the
   * token into the secret store, and the cluster's Rancher id into the cluster's record. `ready` is false until Rancher
   * has given the cluster an id.
   */
  ensureCluster: step('rancher.ensureCluster', target, z.object({ ready: z.boolean() })),
  /**
   * Creates a registration token in Rancher for the node that the operation adds. Puts the token into the secret store.
   * `ready` is false until Rancher has written the token.
   */
  ensureRegistration: step('rancher.ensureRegistration', target, z.object({ ready: z.boolean() })),
  /**
   * Installs Longhorn in the cluster. `asked` is the name of Helm's operation, and is empty before the first request.
   * `installed` is true when Helm has deployed Longhorn.
   */
  installLonghorn: step(
    'rancher.installLonghorn',
    target.extend({ asked: z.string() }),
    z.object({ installed: z.boolean(), asked: z.string() }),
  ),
  /** Copies versions, capacity and facts about nodes from Rancher into the records. */
  pullCluster: step('rancher.pullCluster', target, nothing),
  /**
   * Writes the wanted version into the cluster's object in Rancher. `started` is false if somebody else has changed the
   * object at the same time. The step is then repeated.
   */
  startUpgrade: step('rancher.startUpgrade', target, z.object({ started: z.boolean() })),
  /**
   * Makes Rancher rotate the cluster's certificates. A repeated step does not start a second rotation. `started` is
   * false if somebody else has changed the cluster's object at the same time. The step is then repeated.
   */
  startRotation: step('rancher.startRotation', target, z.object({ started: z.boolean() })),
  /**
   * Makes Rancher carry out the operation in the cluster's record. A repeated step does not start the operation a
   * second time. `requested` is false if somebody else has changed the cluster's object at the same time. The step is
   * then repeated.
   */
  requestOperation: step('rancher.requestOperation', target, z.object({ requested: z.boolean() })),
  /**
   * Makes Rancher drain the node before the node is deleted. The step is repeated until the drain has ended. A repeated
   * step sends no second request. `drained` is true when the node is drained, or when it cannot be drained and is
   * deleted anyway.
   */
  drainNode: step('rancher.drainNode', target, z.object({ drained: z.boolean() })),
  /**
   * Makes Rancher drain all agents. A repeated step sends no second request for the same agent. `drained` is true when
   * each agent is drained or cannot be drained.
   */
  drainAgents: step('rancher.drainAgents', target, z.object({ drained: z.boolean() })),
  /**
   * Checks that the cluster is connected, and that its nodes with this role are ready after their start. Also uncordons
   * the drained agents.
   */
  checkNodesReady: step('rancher.checkNodesReady', ofRole, z.object({ ready: z.boolean() })),
  /**
   * Deletes the node's machine in Rancher. Waits while another node must be removed first. `gone` is true when the
   * machine is deleted. By then, a node that was a member of etcd has left etcd.
   */
  removeMachine: step('rancher.removeMachine', target, z.object({ gone: z.boolean() })),
  /**
   * Removes a node from its cluster and from Rancher, after its server is deleted. `gone` is true when nothing of the
   * node is left.
   */
  removeNode: step('rancher.removeNode', target, z.object({ gone: z.boolean() })),
  /**
   * Deletes the registration token in Rancher and in the secret store. The user data of the machines contain this
   * token, so the token must not work any longer.
   */
  retireRegistrationToken: step('rancher.retireRegistrationToken', target, nothing),
  /**
   * Creates a cluster with machine pools in Rancher, with its cloud credential and machine configs. `ready` is false
   * until Rancher has given the cluster an id.
   */
  ensurePoolCluster: step('rancher.ensurePoolCluster', target, z.object({ ready: z.boolean() })),
  /**
   * Writes the pools of a change to Rancher. If the change replaces the machines of several pools, these pools get
   * their new configuration one after another. The input `stage` says how many of these pools have it after this step.
   * `isLast`: all of these pools have it. `next`: the `stage` for the next call, if there is one. `written`: false if
   * somebody else changed the cluster's object at the same time. The step is then repeated.
   */
  applyPools: step(
    'rancher.applyPools',
    target.extend({ stage: z.int() }),
    z.object({ written: z.boolean(), isLast: z.boolean(), next: z.int() }),
  ),
  /** Deletes the machine configs that no pool uses. */
  deleteUnusedConfigs: step('rancher.deleteUnusedConfigs', target, nothing),
  /**
   * Deletes a cluster with machine pools in Rancher. `gone` is true when the cluster, its machines, its machine configs
   * and its cloud credentials no longer exist.
   */
  deletePoolCluster: step('rancher.deletePoolCluster', target, z.object({ gone: z.boolean() })),
  /** Deletes the cluster in Rancher. `gone` is true when the cluster no longer exists. */
  deleteCluster: step('rancher.deleteCluster', target, z.object({ gone: z.boolean() })),
  /**
   * Creates the role binding of a group, in the group's cluster or Rancher project, if the group has a membership.
   * Deletes the binding otherwise. Does nothing if the group has no record any more, or while the operation's
   * membership is revoked but not deleted yet.
   */
  syncRoleBinding: step('rancher.syncRoleBinding', ofMembership, nothing),
  /**
   * Checks that nothing in Rancher has the cluster's label. Otherwise throws DeletionBlocked with the names of the
   * remaining objects.
   */
  sweepClusters: step('rancher.sweepClusters', sweepInput, nothing),
} as const;
