import { z } from 'zod';
import { uuid } from '#shared/domain/_core/identifier';
import { syncJob } from '#shared/domain/provider-syncs/sync-jobs';
import { appSteps } from './steps/apps.ts';
import { clusterApiSteps } from './steps/cluster-api.ts';
import { nothing, ofMembership, ofRole, parked, step, sweepInput, target, waves } from './steps/contract.ts';
import { infrastructureSteps } from './steps/infrastructure.ts';
import { rancherSteps } from './steps/rancher.ts';
import { projectGroupSteps, projectRecordSteps, projectSteps } from './steps/rancher-projects.ts';
import { recordsSteps } from './steps/records.ts';

export type { StepContract } from './steps/contract.ts';

/** Earlier names of steps. An execution that started under release 0.1.0 still uses these names. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  'keycloak.settleMembership': 'keycloak.reconcileMembership',
  'rancher.settleBinding': 'rancher.syncRoleBinding',
  'access.passProvider': 'access.syncProvider',
};

/** The input of every step Lambda: the name and the input of the step, and the correlation id. */
export const stepCall = z.object({
  step: z.string().transform((name) => FORMER_NAMES[name] ?? name),
  correlationId: z.string(),
  input: z.record(z.string(), z.unknown()),
});

/**
 * All steps, grouped by Lambda. Each Lambda has its own role. The role is allowed to read only the secrets that the
 * steps of this Lambda need.
 */
export const steps = {
  records: { ...recordsSteps, ...projectRecordSteps },
  openstack: {
    /** Reads the clouds once, plans the nodes, and writes a row for each node. Keeps the rows of an earlier attempt. */
    planNodes: step('openstack.planNodes', target, waves),
    /** Creates a port and a Nova server for the node. Uses a port or server that an earlier attempt created. */
    ensureServer: step('openstack.ensureServer', target.extend({ nodeUuid: uuid }), z.object({ serverId: z.string() })),
    /** Makes Nova stop the servers of one role. Returns `stopped` when none of them runs any more. */
    stopServers: step('openstack.stopServers', ofRole, z.object({ stopped: z.boolean() })),
    /**
     * Makes Nova start the servers of one role. Returns `started` when all of them run, except servers that cannot be
     * started.
     */
    startServers: step('openstack.startServers', ofRole, z.object({ started: z.boolean() })),
    /** Deletes every Nova server that Paddock created for the node. */
    deleteServer: step('openstack.deleteServer', target.extend({ nodeUuid: uuid }), nothing),
    /**
     * Lists the servers once per tenant. Returns `gone` when the cluster has no servers left. In an operation on one
     * node, only the servers of this node count.
     */
    checkServersGone: step('openstack.checkServersGone', target, z.object({ gone: z.boolean() })),
    /**
     * Deletes the remaining ports, floating IPs, volumes and key pairs of the cluster's nodes. Also deletes the
     * cluster's management security groups, and further objects that the cluster's driver finds. In an operation on one
     * node, deletes only the remaining objects of this node. `gone` is true if the step has found no such object.
     */
    deleteLeftovers: step('openstack.deleteLeftovers', target, z.object({ gone: z.boolean() })),
    /**
     * Checks that no tenant has an object with the cluster's tag. Otherwise throws DeletionBlocked with the names of
     * the objects.
     */
    sweepTenants: step('openstack.sweepTenants', sweepInput, nothing),
    /**
     * Plans the pools of an order with the current facts about the clouds. Writes the planned pools into the cluster's
     * record. Keeps the pools of an earlier attempt.
     */
    planPools: step('openstack.planPools', target, z.object({ uses: waves.shape.uses })),
    /**
     * Plans a cluster that Cluster API will make, with the current facts about the cloud, and writes the plan into the
     * cluster's record. Keeps the plan of an earlier attempt.
     */
    planClusterApi: step('openstack.planClusterApi', target, nothing),
    /** Creates the server groups of a cluster of Cluster API, and writes their ids into the cluster's record. */
    ensureServerGroups: step('openstack.ensureServerGroups', target, nothing),
    /**
     * Creates the application credential with which Rancher or Cluster API makes machines. The secret of the credential
     * is in the secret store.
     */
    ensureCloudCredential: step('openstack.ensureCloudCredential', target, nothing),
    /**
     * Deletes the application credentials that a cluster had before a rotation. Keeps the current credential, whose
     * secret is in the secret store.
     */
    deleteFormerCredentials: step('openstack.deleteFormerCredentials', target, nothing),
    /** Records the volumes of a cluster's machines. This step must run before the machines are deleted. */
    recordVolumes: step('openstack.recordVolumes', target, nothing),
    /** Deletes the load balancers of a cluster's Services. Returns `gone` when none is left. */
    deleteLoadBalancers: step('openstack.deleteLoadBalancers', target, z.object({ gone: z.boolean() })),
    /** Deletes the cluster's application credential and its secret. */
    deleteCloudCredential: step('openstack.deleteCloudCredential', target, nothing),
  },
  /** Steps for the infrastructure of a managed cluster in each cloud. Self-managed clusters have no such steps. */
  infrastructure: infrastructureSteps,
  rancher: { ...rancherSteps, ...appSteps, ...projectSteps },
  'cluster-api': clusterApiSteps,
  /** Steps for clusters whose provider has a Vault. */
  vault: {
    /**
     * Creates a policy and an AppRole in Vault, and a secret with the registration token. From then on, only Vault has
     * the token. Paddock's secret store keeps the id of the AppRole.
     */
    putCredentials: step('vault.putCredentials', target, nothing),
    /** Deletes policy, AppRole and secret. If a machine is created later, these objects must be created again. */
    deleteCredentials: step('vault.deleteCredentials', target, nothing),
    /** Checks that policy, AppRole and secret are gone. Otherwise throws DeletionBlocked with their names. */
    sweepCredentials: step('vault.sweepCredentials', target, nothing),
  },
  /** Steps for clusters whose provider has an Argo CD. */
  argocd: {
    /** Creates an API key of Rancher for the cluster, and the Secret with this key in Argo CD. */
    registerCluster: step('argocd.registerCluster', target, nothing),
    /**
     * Deletes the cluster's Secret in Argo CD. Also deletes the accounts and API keys that Argo CD has for the cluster
     * in Rancher.
     */
    unregisterCluster: step('argocd.unregisterCluster', target, nothing),
    /**
     * Checks that the cluster's Secret in Argo CD is gone. Also checks that Argo CD has no accounts and API keys for
     * the cluster in Rancher. Otherwise throws DeletionBlocked with the names of the remaining objects.
     */
    sweepAccess: step('argocd.sweepAccess', target, nothing),
  },
  /** Steps for clusters whose provider has a Keycloak. */
  keycloak: {
    /**
     * For a wanted membership, creates the cluster's group and the role's group below it. Adds the user to the role's
     * group if Keycloak has the user. For a revoked membership, removes the user from the role's group, and deletes the
     * membership's record. Returns `empty` when the role's group has no membership left.
     */
    reconcileMembership: step('keycloak.reconcileMembership', ofMembership, z.object({ empty: z.boolean() })),
    /**
     * Deletes a group without memberships, and its record. Also deletes the cluster's group if no group is left below
     * it.
     */
    deleteGroup: step('keycloak.deleteGroup', ofMembership, nothing),
    /** Deletes all groups of the cluster before the cluster is deleted. */
    deleteGroups: step('keycloak.deleteGroups', target, nothing),
    /**
     * Checks that no group of the cluster is left. Otherwise throws DeletionBlocked with the names of the remaining
     * groups.
     */
    sweepGroups: step('keycloak.sweepGroups', target, nothing),
    ...projectGroupSteps,
  },
  /**
   * Callback tasks of Step Functions. Each task first stores its task token. Then it checks once whether the wait has
   * already ended, and if so, completes itself.
   */
  watch: {
    /**
     * Completes with `{ready: true}` when all given nodes are active. Completes with `{ready: false, replace: [node
     * uuids]}` when some servers must be created again. Fails with a WaitFailure when the nodes cannot become active,
     * or at the deadline.
     */
    watchNodes: step('watch.watchNodes', parked.extend({ nodeUuids: z.array(uuid) }), nothing),
    /**
     * Completes with `{ready: true}` when the cluster is ready and connected. Fails with a WaitFailure when the cluster
     * can no longer become ready, or at the deadline.
     */
    watchCluster: step('watch.watchCluster', parked, nothing),
    /**
     * Completes with `{ready: true}` when the cluster and all its nodes are active in the new version. Fails with a
     * WaitFailure when the upgrade can no longer succeed, or at the deadline.
     */
    watchUpgrade: step('watch.watchUpgrade', parked, nothing),
    /**
     * Completes with `{ready: true}` when Rancher has rotated the certificates. Fails with a WaitFailure when the
     * rotation can no longer succeed, or at the deadline.
     */
    watchRotation: step('watch.watchRotation', parked, nothing),
    /**
     * Completes with `{ready: true}` when Rancher has finished the operation and the cluster is active. Fails with a
     * WaitFailure when Rancher has given up the operation, when a phase takes too long, or at the deadline.
     */
    watchOperation: step('watch.watchOperation', parked, nothing),
    /**
     * Completes with `{ready: true}` when all machines of the cluster's pools are ready and the cluster is active. Fails
     * with a WaitFailure when a pool is stalled, or at the deadline.
     */
    watchPools: step('watch.watchPools', parked, nothing),
    /**
     * Completes with `{ready: true}` when the cluster has its wanted state: its API answers, and all machines are
     * nodes. Fails with a WaitFailure when Cluster API cannot go on, or at the deadline.
     */
    watchClusterApi: step('watch.watchClusterApi', parked, nothing),
  },
  /** Steps of the scheduled jobs that synchronize the access to a provider's clusters. */
  access: {
    /** Lists the providers for which the job has work. */
    listProviders: step('access.listProviders', z.object({ job: syncJob }), z.object({ providers: z.array(uuid) })),
    /** Runs the job once for one provider. Returns `done: false` if another run is already working on this provider. */
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
