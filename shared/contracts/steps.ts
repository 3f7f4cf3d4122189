import { z } from 'zod';
import { uuid } from '#shared/domain/_core/identifier';
import { syncJob } from '#shared/domain/cluster-access/provider-syncs';
import { nothing, ofMembership, ofRole, parked, step, sweepInput, target, waves } from './steps/contract.ts';
import { infrastructureSteps } from './steps/infrastructure.ts';
import { rancherSteps } from './steps/rancher.ts';
import { recordsSteps } from './steps/records.ts';

export type { StepContract } from './steps/contract.ts';

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

/** The key has the Lambda (one per backend, with its own role and secret prefix) and the step. */
export const steps = {
  records: recordsSteps,
  openstack: {
    /** Reads the clouds once, plans the nodes and writes their rows. Existing rows are adopted. */
    planNodes: step('openstack.planNodes', target, waves),
    /** Creates one port and one Nova server. Adopts those of an earlier attempt. */
    ensureServer: step('openstack.ensureServer', target.extend({ nodeUuid: uuid }), z.object({ serverId: z.string() })),
    /** Has Nova stop the servers of one role. True if none of them runs any more. */
    stopServers: step('openstack.stopServers', ofRole, z.object({ stopped: z.boolean() })),
    /** Has Nova start them again. True if each runs that can. */
    startServers: step('openstack.startServers', ofRole, z.object({ started: z.boolean() })),
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
  /** The infrastructure of a managed cluster, in each of its clouds. Called for managed clusters only. */
  infrastructure: infrastructureSteps,
  rancher: rancherSteps,
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
