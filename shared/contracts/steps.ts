import { z } from 'zod';
import { uuid } from '#shared/domain/_core/identifier';
import { syncJob } from '#shared/domain/cluster-access/provider-syncs';

/** Input and output of a step. The name is also the step's name in events and in `last_error.step`. */
export type StepContract<I, O> = { readonly name: string; readonly input: z.ZodType<I>; readonly output: z.ZodType<O> };

/** Executions that started under release 0.1.0 keep its definition, which has these step names. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  'keycloak.settleMembership': 'keycloak.reconcileMembership',
  'rancher.settleBinding': 'rancher.syncRoleBinding',
  'access.passProvider': 'access.syncProvider',
};

/** The input of every step Lambda: the step, the operation and the correlation id. */
export const stepCall = z.object({
  step: z.string().transform((name) => FORMER_NAMES[name] ?? name),
  correlationId: z.string(),
  input: z.record(z.string(), z.unknown()),
});

const target = z.object({ operationUuid: uuid, clusterUuid: uuid });
const nothing = z.object({});
/** `late`: a sentence with a blank at its end that says which deadline has passed. Empty if none has. */
const sweepInput = target.extend({ late: z.string().optional() });
/** The further input of a callback task. `waitedMs` counts from the start of the wait. */
const parked = target.extend({ taskToken: z.string(), waitedMs: z.number(), deadlineMs: z.number() });
/** Parts that the cluster's provider has. A machine skips the steps of absent parts. */
const uses = z.object({ vault: z.boolean(), argocd: z.boolean() });
const waves = z.object({
  uses,
  /**
   * Servers and the first agent: no node becomes active before one of each has registered
   * (docs/spec/design.md#order-of-node-creation).
   */
  first: z.array(uuid),
  /** All other agents. */
  rest: z.array(uuid),
});

const ofMembership = target.extend({ groupUuid: uuid, membershipUuid: uuid });
const ofTenant = target.extend({ tenantUuid: uuid });
const tenants = z.object({ tenants: z.array(uuid) });

const step = <I, O>(name: string, input: z.ZodType<I>, output: z.ZodType<O>): StepContract<I, O> => ({
  name,
  input,
  output,
});

/** The key has the Lambda (one per backend, with its own role and secret prefix) and the step. */
export const steps = {
  records: {
    /** Claims the cluster for this operation. Returns which machine carries it out. */
    beginOrder: step(
      'records.beginOrder',
      target,
      z.object({ type: z.enum(['Create', 'Terminate']), managed: z.boolean() }),
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
  },
  openstack: {
    /** Reads the clouds once, plans the nodes and writes their rows. Existing rows are adopted. */
    planNodes: step('openstack.planNodes', target, waves),
    /** Creates one port and one Nova server. Adopts those of an earlier attempt. */
    ensureServer: step('openstack.ensureServer', target.extend({ nodeUuid: uuid }), z.object({ serverId: z.string() })),
    /** Deletes every server that we made for the node in Nova. */
    deleteServer: step('openstack.deleteServer', target.extend({ nodeUuid: uuid }), nothing),
    /**
     * Lists the servers once per tenant. True if the cluster has none left, or the node has none in an operation on one
     * node.
     */
    checkServersGone: step('openstack.checkServersGone', target, z.object({ gone: z.boolean() })),
    /** Deletes ports and volumes of the cluster's nodes, or of one node in an operation on it. True if none is left. */
    deleteLeftovers: step('openstack.deleteLeftovers', target, z.object({ gone: z.boolean() })),
    /**
     * Proves that no tenant has an object tagged with the cluster. Throws DeletionBlocked with their names otherwise.
     */
    sweepTenants: step('openstack.sweepTenants', sweepInput, nothing),
  },
  /**
   * The infrastructure of a managed cluster around its machines, in each of its clouds. Called for managed clusters
   * only.
   */
  infrastructure: {
    /** Reads the clouds once, plans, and writes a row for each tenant. Existing rows stay. */
    planTenants: step('infrastructure.planTenants', target, tenants),
    /** Makes the Keystone project, our role in it and its quotas. After that, sessions of the tenant can be opened. */
    ensureProject: step('infrastructure.ensureProject', ofTenant, nothing),
    /** Makes network, subnet, router with its interface, and server groups. */
    ensureNetwork: step('infrastructure.ensureNetwork', ofTenant, nothing),
    /** Connects the routers of tenants in one cloud. Does nothing if each tenant is alone in its cloud. */
    ensurePeerNetworks: step('infrastructure.ensurePeerNetworks', target, nothing),
    /** Makes `k8s_admin` and `k8s_public` with their rules, and the rules of `default`. */
    ensureSecurityGroups: step('infrastructure.ensureSecurityGroups', ofTenant, nothing),
    /** Makes port, floating IP and server. The floating IP becomes the cluster's address. */
    ensureLoadBalancer: step('infrastructure.ensureLoadBalancer', ofTenant, nothing),
    /** Lists the servers once per tenant. True if every load balancer is ACTIVE. */
    checkLoadBalancers: step('infrastructure.checkLoadBalancers', target, z.object({ ready: z.boolean() })),
    /**
     * Sets the quotas of the node's tenant from its record. Does nothing if the tenant was not made for the cluster.
     */
    ensureQuotas: step('infrastructure.ensureQuotas', target.extend({ nodeUuid: uuid }), nothing),
    /**
     * Removes the node from its tenant's plan, limits and quotas. Does nothing if the tenant was not made for the
     * cluster.
     */
    releasePlace: step('infrastructure.releasePlace', target.extend({ nodeUuid: uuid }), nothing),
    /**
     * Deletes everything in the cluster's projects, in a working order. `gone` if nothing was left to delete; `left`
     * names the remaining objects.
     */
    emptyTenants: step('infrastructure.emptyTenants', target, z.object({ gone: z.boolean(), left: z.string() })),
    /** Deletes the tenant's quotas and its Keystone project. */
    deleteProject: step('infrastructure.deleteProject', ofTenant, nothing),
    /** Proves that no cloud has a project of the cluster. Throws DeletionBlocked with their names otherwise. */
    sweepProjects: step('infrastructure.sweepProjects', target, nothing),
  },
  rancher: {
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
  },
  /** Called only if the provider has a Vault. */
  vault: {
    /**
     * Makes policy, AppRole and the registration token as a secret. From then on the token is in Vault only. The role's
     * id is stored.
     */
    putCredentials: step('vault.putCredentials', target, nothing),
    /** Deletes all three. Machines that log in later need new ones. */
    deleteCredentials: step('vault.deleteCredentials', target, nothing),
    /** Proves that none of the three is left. Throws DeletionBlocked with their names otherwise. */
    sweepCredentials: step('vault.sweepCredentials', target, nothing),
  },
  /** Called only if the provider has an Argo CD. */
  argocd: {
    /** Makes a key for the cluster, and Argo CD's Secret with it. */
    registerCluster: step('argocd.registerCluster', target, nothing),
    /** Deletes the Secret and its keys. */
    unregisterCluster: step('argocd.unregisterCluster', target, nothing),
    /** Proves that neither is left. Throws DeletionBlocked with their names otherwise. */
    sweepAccess: step('argocd.sweepAccess', target, nothing),
  },
  /** Called only if the provider has a Keycloak. */
  keycloak: {
    /**
     * For a wanted membership: makes the cluster's group and the role's group below it. If the user exists by now, adds
     * the user to the group.
     * For a revoked membership: removes the user from the group and deletes the record. `empty`: the group has no
     * membership left.
     */
    reconcileMembership: step('keycloak.reconcileMembership', ofMembership, z.object({ empty: z.boolean() })),
    /**
     * Deletes a group without memberships and its record. Deletes the cluster's group too if no other group is below
     * it.
     */
    deleteGroup: step('keycloak.deleteGroup', ofMembership, nothing),
    /** Deletes all groups of a cluster that will be deleted. */
    deleteGroups: step('keycloak.deleteGroups', target, nothing),
    /** Proves that no group is left. Throws DeletionBlocked with their names otherwise. */
    sweepGroups: step('keycloak.sweepGroups', target, nothing),
  },
  /** Callback tasks: they store the token, check once, and complete it themselves if there is a result. */
  watch: {
    /**
     * Completes with `{ready: true}` when all given nodes are active, and with `{ready: false, replace: [node uuids]}`
     * when servers must be made again. Fails with a WaitFailure.
     */
    watchNodes: step('watch.watchNodes', parked.extend({ nodeUuids: z.array(uuid) }), nothing),
    /** Completes with `{ready: true}` when the cluster is ready and connected, fails with a WaitFailure. */
    watchCluster: step('watch.watchCluster', parked, nothing),
    /**
     * Completes with `{ready: true}` when the cluster and all its nodes are active in the new version. Fails with a
     * WaitFailure.
     */
    watchUpgrade: step('watch.watchUpgrade', parked, nothing),
  },
  /** Sync jobs of access to a provider's clusters. A schedule starts them, not an operation. */
  access: {
    /** The providers that the job has work for. */
    listProviders: step('access.listProviders', z.object({ job: syncJob }), z.object({ providers: z.array(uuid) })),
    /** One run of the job for one provider. `done` is false if another run of the job is at work there. */
    syncProvider: step(
      'access.syncProvider',
      z.object({ job: syncJob, settingsUuid: uuid }),
      z.object({
        done: z.boolean(),
        written: z.number(),
        removed: z.number(),
        failed: z.number(),
        stopped: z.boolean(),
      }),
    ),
    /** Reports failed runs to operators. */
    reportFailures: step(
      'access.reportFailures',
      z.object({
        job: syncJob,
        failures: z.array(z.object({ settingsUuid: uuid.optional(), error: z.string(), cause: z.string() })),
      }),
      nothing,
    ),
  },
} as const;
