import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerCluster, sweepAccess, unregisterCluster } from '#shared/app/cluster-access/steps/argocd-clusters';
import { deleteGroup } from '#shared/app/cluster-access/steps/delete-group';
import { deleteGroups } from '#shared/app/cluster-access/steps/delete-groups';
import { failMembership } from '#shared/app/cluster-access/steps/fail-membership';
import type { KeycloakDeps } from '#shared/app/cluster-access/steps/keycloak-deps';
import { reconcileMembership } from '#shared/app/cluster-access/steps/reconcile-membership';
import { sweepGroups } from '#shared/app/cluster-access/steps/sweep-groups';
import { syncRoleBinding } from '#shared/app/cluster-access/steps/sync-role-binding';
import { applyCluster } from '#shared/app/cluster-api/steps/apply-cluster';
import { beginClusterApiChange, finishClusterApiChange } from '#shared/app/cluster-api/steps/change-records';
import { checkCredential } from '#shared/app/cluster-api/steps/check-credential';
import { deleteCluster as deleteClusterApiCluster } from '#shared/app/cluster-api/steps/delete-cluster';
import { deleteLoadBalancers } from '#shared/app/cluster-api/steps/delete-load-balancers';
import { ensureServerGroups } from '#shared/app/cluster-api/steps/ensure-server-groups';
import { planClusterApi } from '#shared/app/cluster-api/steps/plan-cluster-api';
import { sweepCluster } from '#shared/app/cluster-api/steps/sweep-cluster';
import { watchClusterApi } from '#shared/app/cluster-api/steps/watch-cluster-api';
import { beginApp, ensureNamespace } from '#shared/app/cluster-contents/steps/begin-app';
import { installApp, uninstallApp, upgradeApp } from '#shared/app/cluster-contents/steps/install-app';
import { failApp, finishApp, forgetApp, watchApp } from '#shared/app/cluster-contents/steps/watch-app';
import { beginOrder } from '#shared/app/clusters/steps/begin-order';
import { deleteCluster } from '#shared/app/clusters/steps/delete-cluster';
import { deleteCredentials } from '#shared/app/clusters/steps/delete-credentials';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import { ensureRegistration } from '#shared/app/clusters/steps/ensure-registration';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { finishDeletion } from '#shared/app/clusters/steps/finish-deletion';
import { installLonghorn } from '#shared/app/clusters/steps/install-longhorn';
import { pullCluster } from '#shared/app/clusters/steps/pull-cluster';
import { putCredentials } from '#shared/app/clusters/steps/put-credentials';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { retireRegistrationToken } from '#shared/app/clusters/steps/retire-registration-token';
import { sweepClusters } from '#shared/app/clusters/steps/sweep-clusters';
import { sweepCredentials } from '#shared/app/clusters/steps/sweep-credentials';
import { watchCluster } from '#shared/app/clusters/steps/watch-cluster';
import { checkLoadBalancers } from '#shared/app/infrastructure/steps/check-load-balancers';
import { deleteProject } from '#shared/app/infrastructure/steps/delete-project';
import { emptyTenants } from '#shared/app/infrastructure/steps/empty-tenants';
import { ensureLoadBalancer } from '#shared/app/infrastructure/steps/ensure-load-balancer';
import { ensureNetwork } from '#shared/app/infrastructure/steps/ensure-network';
import { ensurePeerNetworks } from '#shared/app/infrastructure/steps/ensure-peer-networks';
import { ensureProject } from '#shared/app/infrastructure/steps/ensure-project';
import { ensureQuotas } from '#shared/app/infrastructure/steps/ensure-quotas';
import { ensureSecurityGroups } from '#shared/app/infrastructure/steps/ensure-security-groups';
import { fitPoolQuotas } from '#shared/app/infrastructure/steps/fit-pool-quotas';
import { listTenants } from '#shared/app/infrastructure/steps/list-tenants';
import { planTenants } from '#shared/app/infrastructure/steps/plan-tenants';
import { releasePlace } from '#shared/app/infrastructure/steps/release-place';
import { sweepProjects } from '#shared/app/infrastructure/steps/sweep-projects';
import { beginNode } from '#shared/app/nodes/steps/begin-node';
import { beginNodeDeletion } from '#shared/app/nodes/steps/begin-node-deletion';
import { checkServersGone } from '#shared/app/nodes/steps/check-servers-gone';
import { deleteLeftovers } from '#shared/app/nodes/steps/delete-leftovers';
import { deleteServer } from '#shared/app/nodes/steps/delete-server';
import { drainNode } from '#shared/app/nodes/steps/drain-node';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import { finishNode } from '#shared/app/nodes/steps/finish-node';
import { finishNodeDeletion } from '#shared/app/nodes/steps/finish-node-deletion';
import { listNodes } from '#shared/app/nodes/steps/list-nodes';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import { removeMachine } from '#shared/app/nodes/steps/remove-machine';
import { removeNode } from '#shared/app/nodes/steps/remove-node';
import { sweepTenants } from '#shared/app/nodes/steps/sweep-tenants';
import { watchNodes } from '#shared/app/nodes/steps/watch-nodes';
import { applyPools, deleteUnusedConfigs } from '#shared/app/pools/steps/apply-pools';
import {
  deleteCloudCredential,
  deleteFormerCredentials,
  ensureCloudCredential,
} from '#shared/app/pools/steps/cloud-credential';
import { deletePoolCluster } from '#shared/app/pools/steps/delete-pool-cluster';
import { ensurePoolCluster } from '#shared/app/pools/steps/ensure-pool-cluster';
import { planPools } from '#shared/app/pools/steps/plan-pools';
import { beginPoolChange, finishPoolChange } from '#shared/app/pools/steps/pool-change-records';
import { recordVolumes } from '#shared/app/pools/steps/record-volumes';
import { watchPools } from '#shared/app/pools/steps/watch-pools';
import { deleteProject as deleteRancherProject } from '#shared/app/rancher-projects/steps/delete-project';
import {
  applyProjectQuota,
  ensureProjectNamespace,
  ensureProject as ensureRancherProject,
} from '#shared/app/rancher-projects/steps/ensure-project';
import { bindProjectGroup, unbindProjectGroup } from '#shared/app/rancher-projects/steps/project-binding';
import { deleteProjectGroup, ensureProjectGroup } from '#shared/app/rancher-projects/steps/project-group';
import { failProject, finishProject, noteProjectWarning } from '#shared/app/rancher-projects/steps/project-records';
import { checkNodesReady } from '#shared/app/timetable/steps/check-nodes-ready';
import { drainAgents } from '#shared/app/timetable/steps/drain-agents';
import { beginHibernation, finishHibernation } from '#shared/app/timetable/steps/hibernation-records';
import { startServers, stopServers } from '#shared/app/timetable/steps/power-servers';
import { beginUpgrade } from '#shared/app/upgrades/steps/begin-upgrade';
import { finishUpgrade } from '#shared/app/upgrades/steps/finish-upgrade';
import { beginOperation, finishOperation } from '#shared/app/upgrades/steps/operation-records';
import { requestOperation } from '#shared/app/upgrades/steps/request-operation';
import { beginRotation, finishRotation } from '#shared/app/upgrades/steps/rotation-records';
import { startRotation } from '#shared/app/upgrades/steps/start-rotation';
import { startUpgrade } from '#shared/app/upgrades/steps/start-upgrade';
import { watchOperation } from '#shared/app/upgrades/steps/watch-operation';
import { watchRotation } from '#shared/app/upgrades/steps/watch-rotation';
import { watchUpgrade } from '#shared/app/upgrades/steps/watch-upgrade';
import { steps } from '#shared/contracts/steps';
import { aUuid } from '#test/builders/builders';
import {
  type Begun,
  DEADLINE_MS,
  EVENTUALLY,
  joinMachines,
  nodesOf,
  orderWithServers,
  registrationOf,
  rowsWith,
  type StepWorld,
  stableStateOf,
  startStepWorld,
  stateOf,
} from '../_worlds/step-world.ts';
import { observeCluster } from '../reconciliation/observations.ts';

let world: StepWorld & { deps: KeycloakDeps };
let begun: Begun;
const tokens: string[] = [];
beforeAll(async () => {
  const started = await startStepWorld();
  // This test has no Keycloak. Only a step without a fence would open Keycloak, so opening it fails the test.
  const open = async () => expect.fail('a superseded step asked Keycloak');
  world = { ...started, deps: { ...started.deps, keycloak: { open } } };
  const { ids } = world.deps;
  world.deps.ids = {
    ...ids,
    token() {
      const token = ids.token();
      tokens.push(token);
      return token;
    },
  };
  begun = await orderWithServers(world);
  const built = async () => (await stateOf(world.cloud)).servers?.every((server) => server.status === 'ACTIVE');
  await vi.waitFor(async () => expect(await built()).toBe(true), EVENTUALLY);
}, 60_000);
afterAll(() => world.stop());

type Callable = { contract: { name: string }; call(deps: (typeof world)['deps'], input: unknown): Promise<unknown> };
const ALL: Callable[] = [
  ...[beginOrder, beginNode, finishNode, listNodes, listTenants, finishCreation, finishDeletion, recordFailure],
  ...[planTenants, ensureProject, ensureNetwork, ensurePeerNetworks, ensureSecurityGroups, ensureLoadBalancer],
  ...[ensureQuotas, fitPoolQuotas],
  ...[checkLoadBalancers, emptyTenants, deleteProject, sweepProjects],
  ...[planNodes, ensureServer, deleteServer, checkServersGone, deleteLeftovers, sweepTenants],
  ...[drainNode, removeMachine, removeNode, releasePlace, beginNodeDeletion, finishNodeDeletion],
  ...[ensureCluster, ensureRegistration, pullCluster, retireRegistrationToken, deleteCluster, sweepClusters],
  ...[putCredentials, deleteCredentials, sweepCredentials],
  ...[registerCluster, unregisterCluster, sweepAccess],
  ...[watchNodes, watchCluster],
  ...[beginUpgrade, startUpgrade, watchUpgrade, finishUpgrade],
  ...[beginRotation, startRotation, watchRotation, finishRotation],
  ...[beginOperation, requestOperation, watchOperation, finishOperation],
  ...[beginHibernation, drainAgents, stopServers, startServers, checkNodesReady, finishHibernation],
  ...[deleteGroups, sweepGroups],
  ...[planClusterApi, ensureServerGroups, deleteLoadBalancers],
  ...[checkCredential, deleteFormerCredentials],
  ...[applyCluster, watchClusterApi, deleteClusterApiCluster, sweepCluster],
  ...[planPools, ensureCloudCredential, ensurePoolCluster, watchPools, deletePoolCluster, deleteCloudCredential],
  recordVolumes,
  ...[beginPoolChange, applyPools, deleteUnusedConfigs, finishPoolChange],
  ...[beginClusterApiChange, finishClusterApiChange],
  // For these steps, the record of the application names the current operation.
  ...[beginApp, ensureNamespace, installApp, upgradeApp, watchApp, finishApp, uninstallApp, forgetApp, failApp],
  installLonghorn,
  // These steps work on a Rancher project. The record of its resource names the operation.
  ...[ensureRancherProject, ensureProjectNamespace, applyProjectQuota, deleteRancherProject],
  ...[bindProjectGroup, unbindProjectGroup, ensureProjectGroup, deleteProjectGroup],
  ...[finishProject, noteProjectWarning, failProject],
];
/**
 * These steps apply the present records, so it does not matter which operation calls them. They only check that the
 * cluster exists and is not being deleted (keycloak-steps.int.test.ts tests this).
 */
const ON_ACCESS = [reconcileMembership, deleteGroup, syncRoleBinding, failMembership];
const everything = async () =>
  structuredClone([
    await stableStateOf(world.cloud),
    await stableStateOf(world.rancherSimulator),
    await rowsWith(world, ''),
    await registrationOf(world, begun),
    world.published,
    world.answers,
  ]);

describe('a step of an operation that is not the current one', () => {
  test('is tried here for every contract there is', () => {
    // The access steps work on a whole provider. They belong to no operation on a cluster.
    const { access: _, ...ofOperations } = steps;
    const names = Object.values(ofOperations).flatMap((group) => Object.values(group).map(({ name }) => name));
    const tried = [...ALL, ...ON_ACCESS];
    expect(tried.map(({ contract }) => contract.name).sort()).toEqual(names.sort());
  });

  test.each(ALL.map((step) => [step.contract.name, step] as const))('does nothing: %s', async (_name, step) => {
    const [node] = await nodesOf(world, begun);
    const input = {
      stage: 0,
      ...{ operationUuid: aUuid(), clusterUuid: begun.target.clusterUuid, orderUuid: begun.order.uuid },
      ...{
        nodeUuid: node?.uuid,
        tenantUuid: aUuid(),
        appUuid: aUuid(),
        resourceUuid: begun.order.resourceUuid,
        asked: '',
        isDone: true,
        nodeUuids: [],
        role: 'agent',
        taskToken: 'late',
        waitedMs: 0,
        deadlineMs: DEADLINE_MS,
      },
      ...{ error: 'BackendRejected', cause: '', failedStep: 'late' },
    };
    const before = await everything();
    await expect(step.call(world.deps, input)).rejects.toMatchObject({ name: 'Superseded' });
    expect(await everything()).toEqual(before);
  });
});

test('no secret is in a row, an event or a log line, whatever the machines got as user data (S0-276)', async () => {
  await joinMachines(world, begun);
  const watched = async () => {
    await observeCluster(world, begun);
    return world.answers.length;
  };
  await expect.poll(watched, EVENTUALLY).toBe(1);
  const registration = await registrationOf(world, begun);
  await pullCluster.call(world.deps, begun.target);
  await retireRegistrationToken.call(world.deps, begun.target);
  await finishCreation.call(world.deps, begun.target);
  const rancher = await world.secrets.find(`paddock/${world.stage}/rancher/${world.settings.uuid}`);
  const tenant = await world.secrets.find(`paddock/${world.stage}/openstack/${world.demo.tenant.uuid}`);
  const { password, secret } = { ...JSON.parse(rancher ?? ''), ...JSON.parse(tenant ?? '') };
  const secrets = [registration?.token, password, secret, ...tokens];
  expect(secrets).toHaveLength(5);
  const written = JSON.stringify([await rowsWith(world, ''), world.published, world.logged]);
  for (const item of secrets) {
    expect(item).toEqual(expect.stringMatching(/^\S{10,}$/));
    expect(written.includes(String(item))).toBe(false);
  }
});
