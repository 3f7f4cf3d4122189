import { z } from 'zod';
import { uuid } from '#shared/domain/_core/identifier';
import { syncJob } from '#shared/domain/cluster-access/provider-syncs';

/** What crosses from a state machine to a step and back. The name is also the step's in events and `last_error.step`. */
export type StepContract<I, O> = { readonly name: string; readonly input: z.ZodType<I>; readonly output: z.ZodType<O> };

/** Executions that began under release 0.1.0 go on with its definition, which calls steps as they were named there. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  'keycloak.settleMembership': 'keycloak.reconcileMembership',
  'rancher.settleBinding': 'rancher.syncRoleBinding',
  'access.passProvider': 'access.syncProvider',
};

/** The envelope every step Lambda takes: which step, for which operation, under which correlation id. */
export const stepCall = z.object({
  step: z.string().transform((name) => FORMER_NAMES[name] ?? name),
  correlationId: z.string(),
  input: z.record(z.string(), z.unknown()),
});

const target = z.object({ operationUuid: uuid, clusterUuid: uuid });
const nothing = z.object({});
/** `late`: which deadline has passed, as a sentence and a blank; empty when none has. */
const sweepInput = target.extend({ late: z.string().optional() });
/** What a callback task is told beside its own input; `waitedMs` since the wait began. */
const parked = target.extend({ taskToken: z.string(), waitedMs: z.number(), deadlineMs: z.number() });
/** Parts that the cluster's provider has: a machine passes by the steps of those it does not have. */
const uses = z.object({ vault: z.boolean(), argocd: z.boolean() });
const waves = z.object({
  uses,
  /** Servers and the first agent: nothing becomes active until one of each has registered (docs/spec/design.md#order-of-node-creation). */
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

/** Keys are the Lambda (one per backend: one role, one secret prefix) and the verb-object of the step. */
export const steps = {
  records: {
    /** Claims the cluster for this operation; says which machine carries it out. */
    beginOrder: step(
      'records.beginOrder',
      target,
      z.object({ type: z.enum(['Create', 'Terminate']), managed: z.boolean() }),
    ),
    /** The first step of an operation on one node; says which parts are passed by. */
    beginNode: step('records.beginNode', target, z.object({ uses, managed: z.boolean() })),
    /**
     * The first step of a node's deletion, which is DELETING from here on; `alone` false while a step of an operation that it has
     * ended is at work. What there is to be done: whether Rancher knows the node, and whether what its machine joins with was its own.
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
    /** The node's row, name and place in its cluster gone, and it is not charged for any more. */
    finishNodeDeletion: step('records.finishNodeDeletion', target, nothing),
    /** Cluster and resource OK, order done, `cluster.created` published. */
    finishCreation: step('records.finishCreation', target, nothing),
    /** Ends an operation on one node: that is OK, charged for, and `node.created` published; one that is erred stays so. */
    finishNode: step('records.finishNode', target, nothing),
    /** Rows, claims and timeline gone, resource Terminated, order done, `cluster.deleted` published. */
    finishDeletion: step('records.finishDeletion', target, nothing),
    /** The first step of an upgrade: the cluster is UPDATING from here on. */
    beginUpgrade: step('records.beginUpgrade', target, nothing),
    /** Cluster and resource OK, in the new version, `cluster.upgraded` published. */
    finishUpgrade: step('records.finishUpgrade', target, nothing),
    /** The failure on cluster, order and nodes, the resource Erred, or, of an operation on one node, on that alone; the input is what the machine caught, and of which step. */
    recordFailure: step(
      'records.recordFailure',
      target.extend({ error: z.string(), cause: z.string(), failedStep: z.string() }),
      nothing,
    ),
    /** Node rows of a cluster that is to be deleted; `alone` false while a step of another operation is at work on it. */
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
    /** What keeps a membership from being as it is to be, on its record; of one that is gone, on its group's. */
    failMembership: step(
      'records.failMembership',
      ofMembership.extend({ error: z.string(), cause: z.string(), failedStep: z.string() }),
      nothing,
    ),
    /** Tenants that were made, or planned, for a managed cluster. */
    listTenants: step('records.listTenants', target, tenants),
  },
  openstack: {
    /** Reads the clouds once, plans the nodes, writes their rows; adopts rows that are there already. */
    planNodes: step('openstack.planNodes', target, waves),
    /** One port and one Nova request; adopts what an earlier attempt made. */
    ensureServer: step('openstack.ensureServer', target.extend({ nodeUuid: uuid }), z.object({ serverId: z.string() })),
    /** Asks Nova to delete every server of ours that the node has. */
    deleteServer: step('openstack.deleteServer', target.extend({ nodeUuid: uuid }), nothing),
    /** One list per tenant: true when no server of the cluster, or of the node that the operation is on, is left. */
    checkServersGone: step('openstack.checkServersGone', target, z.object({ gone: z.boolean() })),
    /** Ports and volumes of the cluster's nodes, or of the one that the operation is on; true when none is left. */
    deleteLeftovers: step('openstack.deleteLeftovers', target, z.object({ gone: z.boolean() })),
    /** Proves that nothing tagged with the cluster is left in any tenant, or throws DeletionBlocked naming it. */
    sweepTenants: step('openstack.sweepTenants', sweepInput, nothing),
  },
  /** What a managed cluster has around its machines, in each of its clouds; called for managed clusters only. */
  infrastructure: {
    /** Reads the clouds once, plans, and writes a row for each tenant; rows that are there already stay. */
    planTenants: step('infrastructure.planTenants', target, tenants),
    /** The Keystone project, our role in it, its quotas; afterwards sessions of the tenant can be opened. */
    ensureProject: step('infrastructure.ensureProject', ofTenant, nothing),
    /** Network, subnet, router and its interface, server groups. */
    ensureNetwork: step('infrastructure.ensureNetwork', ofTenant, nothing),
    /** What lets the routers of tenants in one cloud reach one another; nothing where each is alone in its cloud. */
    ensurePeerNetworks: step('infrastructure.ensurePeerNetworks', target, nothing),
    /** `k8s_admin` and `k8s_public`, their rules and those of `default`. */
    ensureSecurityGroups: step('infrastructure.ensureSecurityGroups', ofTenant, nothing),
    /** Port, floating IP and server; the floating IP is the cluster's address from here on. */
    ensureLoadBalancer: step('infrastructure.ensureLoadBalancer', ofTenant, nothing),
    /** One list per tenant: true when every load balancer is ACTIVE. */
    checkLoadBalancers: step('infrastructure.checkLoadBalancers', target, z.object({ ready: z.boolean() })),
    /** The quotas of the node's tenant, as wide as its record says; nothing where the tenant was not made for the cluster. */
    ensureQuotas: step('infrastructure.ensureQuotas', target.extend({ nodeUuid: uuid }), nothing),
    /** The place that the node has in its tenant's plan, limits and quotas; nothing where the tenant was not made for the cluster. */
    releasePlace: step('infrastructure.releasePlace', target.extend({ nodeUuid: uuid }), nothing),
    /** Asks for everything in the cluster's projects to go, in the order it can; `gone` once there was nothing left to ask for, `left` names what there was. */
    emptyTenants: step('infrastructure.emptyTenants', target, z.object({ gone: z.boolean(), left: z.string() })),
    /** The tenant's quotas and its Keystone project. */
    deleteProject: step('infrastructure.deleteProject', ofTenant, nothing),
    /** Proves that no cloud has a project of the cluster any more, or throws DeletionBlocked naming it. */
    sweepProjects: step('infrastructure.sweepProjects', target, nothing),
  },
  rancher: {
    /** The registry's secret where there is one, v1 object, v3 id, registration token (put into the secret store); `ready` false while Rancher has not assigned the id. */
    ensureCluster: step('rancher.ensureCluster', target, z.object({ ready: z.boolean() })),
    /** A registration token for the node that the operation adds (put into the secret store); `ready` false while Rancher has not filled it in. */
    ensureRegistration: step('rancher.ensureRegistration', target, z.object({ ready: z.boolean() })),
    /** Versions, capacity, node facts onto the records. */
    pullCluster: step('rancher.pullCluster', target, nothing),
    /** Asks Rancher for the version that the cluster is to go to; `started` false where somebody else was writing to it. */
    startUpgrade: step('rancher.startUpgrade', target, z.object({ started: z.boolean() })),
    /** Asks Rancher to drain the node that is to go, once; true when it is drained, or cannot be and goes all the same. */
    drainNode: step('rancher.drainNode', target, z.object({ drained: z.boolean() })),
    /** Asks Rancher to delete the node's machine, once those are gone that go first; `gone` when it has: a member has left etcd then. */
    removeMachine: step('rancher.removeMachine', target, z.object({ gone: z.boolean() })),
    /** Behind its server: what is left of the node in its cluster and in Rancher; `gone` when there is nothing. */
    removeNode: step('rancher.removeNode', target, z.object({ gone: z.boolean() })),
    /** Deletes the token that was in the machines' user data, in Rancher and in the secret store. */
    retireRegistrationToken: step('rancher.retireRegistrationToken', target, nothing),
    /** Asks Rancher to delete; `gone` when it has. */
    deleteCluster: step('rancher.deleteCluster', target, z.object({ gone: z.boolean() })),
    /** The role of a group in the cluster: there as long as the group has a membership. Nothing for one that is being taken away. */
    syncRoleBinding: step('rancher.syncRoleBinding', ofMembership, nothing),
    /** Proves that nothing labelled with the cluster is left in Rancher, or throws DeletionBlocked naming it. */
    sweepClusters: step('rancher.sweepClusters', sweepInput, nothing),
  },
  /** Called only where the provider has a Vault. */
  vault: {
    /** Policy, AppRole and the registration token as a secret, which from here on is in Vault only; the role's id is kept. */
    putCredentials: step('vault.putCredentials', target, nothing),
    /** All three gone; machines that log in later need new ones. */
    deleteCredentials: step('vault.deleteCredentials', target, nothing),
    /** Proves that none of the three is left, or throws DeletionBlocked naming it. */
    sweepCredentials: step('vault.sweepCredentials', target, nothing),
  },
  /** Called only where the provider has an Argo CD. */
  argocd: {
    /** A key of its own for the cluster, and Argo CD's Secret with it. */
    registerCluster: step('argocd.registerCluster', target, nothing),
    /** Secret and keys gone. */
    unregisterCluster: step('argocd.unregisterCluster', target, nothing),
    /** Proves that neither is left, or throws DeletionBlocked naming it. */
    sweepAccess: step('argocd.sweepAccess', target, nothing),
  },
  /** Called only where the provider has a Keycloak. */
  keycloak: {
    /**
     * Of a membership that is wanted: the cluster's group, the role's below it, and the user in that, if there is one by now. Of one that
     * is being taken away: the user out of the group, and its record gone. `empty`: the group has no membership left.
     */
    reconcileMembership: step('keycloak.reconcileMembership', ofMembership, z.object({ empty: z.boolean() })),
    /** A group without memberships gone, its record too, and the cluster's group when nothing else is below it. */
    deleteGroup: step('keycloak.deleteGroup', ofMembership, nothing),
    /** All groups of a cluster that is to be deleted. */
    deleteGroups: step('keycloak.deleteGroups', target, nothing),
    /** Proves that none is left, or throws DeletionBlocked naming it. */
    sweepGroups: step('keycloak.sweepGroups', target, nothing),
  },
  /** Callback tasks: they park the token, look once, and complete it themselves when there is something to say. */
  watch: {
    /**
     * Completes with `{ready: true}` when all given nodes are active, with `{ready: false, replace: [node uuids]}` when servers
     * have to be made again; fails with a WaitFailure.
     */
    watchNodes: step('watch.watchNodes', parked.extend({ nodeUuids: z.array(uuid) }), nothing),
    /** Completes with `{ready: true}` when the cluster is ready and connected, fails with a WaitFailure. */
    watchCluster: step('watch.watchCluster', parked, nothing),
    /** Completes with `{ready: true}` when the cluster and all of its nodes run the new version and are active, fails with a WaitFailure. */
    watchUpgrade: step('watch.watchUpgrade', parked, nothing),
  },
  /** Passes over who may enter a provider's clusters: no operation stands behind them, but a schedule. */
  access: {
    /** The providers that the job has something to do at. */
    listProviders: step('access.listProviders', z.object({ job: syncJob }), z.object({ providers: z.array(uuid) })),
    /** One pass of the job over one provider; `done` false where another pass of the job is at it. */
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
    /** Tells operators of the passes that came to nothing. */
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
