import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerCluster } from '#functions/steps/argocd/register-cluster';
import { sweepAccess } from '#functions/steps/argocd/sweep-access';
import { unregisterCluster } from '#functions/steps/argocd/unregister-cluster';
import { checkLoadBalancers } from '#functions/steps/infrastructure/check-load-balancers';
import { deleteProject } from '#functions/steps/infrastructure/delete-project';
import { emptyTenants } from '#functions/steps/infrastructure/empty-tenants';
import { ensureLoadBalancer } from '#functions/steps/infrastructure/ensure-load-balancer';
import { ensureNetwork } from '#functions/steps/infrastructure/ensure-network';
import { ensurePeerNetworks } from '#functions/steps/infrastructure/ensure-peer-networks';
import { ensureProject } from '#functions/steps/infrastructure/ensure-project';
import { ensureQuotas } from '#functions/steps/infrastructure/ensure-quotas';
import { ensureSecurityGroups } from '#functions/steps/infrastructure/ensure-security-groups';
import { planTenants } from '#functions/steps/infrastructure/plan-tenants';
import { releasePlace } from '#functions/steps/infrastructure/release-place';
import { sweepProjects } from '#functions/steps/infrastructure/sweep-projects';
import { deleteGroup } from '#functions/steps/keycloak/delete-group';
import { deleteGroups } from '#functions/steps/keycloak/delete-groups';
import type { KeycloakDeps } from '#functions/steps/keycloak/keycloak-deps';
import { settleMembership } from '#functions/steps/keycloak/settle-membership';
import { sweepGroups } from '#functions/steps/keycloak/sweep-groups';
import { checkServersGone } from '#functions/steps/openstack/check-servers-gone';
import { deleteLeftovers } from '#functions/steps/openstack/delete-leftovers';
import { deleteServer } from '#functions/steps/openstack/delete-server';
import { ensureServer } from '#functions/steps/openstack/ensure-server';
import { planNodes } from '#functions/steps/openstack/plan-nodes';
import { sweepTenants } from '#functions/steps/openstack/sweep-tenants';
import { deleteCluster } from '#functions/steps/rancher/delete-cluster';
import { drainNode } from '#functions/steps/rancher/drain-node';
import { ensureCluster } from '#functions/steps/rancher/ensure-cluster';
import { ensureRegistration } from '#functions/steps/rancher/ensure-registration';
import { pullCluster } from '#functions/steps/rancher/pull-cluster';
import { removeMachine } from '#functions/steps/rancher/remove-machine';
import { removeNode } from '#functions/steps/rancher/remove-node';
import { retireRegistrationToken } from '#functions/steps/rancher/retire-registration-token';
import { settleBinding } from '#functions/steps/rancher/settle-binding';
import { startUpgrade } from '#functions/steps/rancher/start-upgrade';
import { sweepClusters } from '#functions/steps/rancher/sweep-clusters';
import { beginNode } from '#functions/steps/records/begin-node';
import { beginNodeDeletion } from '#functions/steps/records/begin-node-deletion';
import { beginOrder } from '#functions/steps/records/begin-order';
import { beginUpgrade } from '#functions/steps/records/begin-upgrade';
import { failMembership } from '#functions/steps/records/fail-membership';
import { finishCreation } from '#functions/steps/records/finish-creation';
import { finishDeletion } from '#functions/steps/records/finish-deletion';
import { finishNode } from '#functions/steps/records/finish-node';
import { finishNodeDeletion } from '#functions/steps/records/finish-node-deletion';
import { finishUpgrade } from '#functions/steps/records/finish-upgrade';
import { listNodes } from '#functions/steps/records/list-nodes';
import { listTenants } from '#functions/steps/records/list-tenants';
import { recordFailure } from '#functions/steps/records/record-failure';
import { deleteCredentials } from '#functions/steps/vault/delete-credentials';
import { putCredentials } from '#functions/steps/vault/put-credentials';
import { sweepCredentials } from '#functions/steps/vault/sweep-credentials';
import { watchCluster } from '#functions/steps/watch/watch-cluster';
import { watchNodes } from '#functions/steps/watch/watch-nodes';
import { watchUpgrade } from '#functions/steps/watch/watch-upgrade';
import { steps } from '#shared/contracts/steps';
import { aUuid } from '#test/builders';
import { lookAtCluster } from './looks.ts';
import {
  type Begun,
  DEADLINE_MS,
  joinMachines,
  nodesOf,
  orderWithServers,
  registrationOf,
  rowsWith,
  SETTLES,
  type StepWorld,
  startStepWorld,
  stateOf,
} from './step-world.ts';

let world: StepWorld & { deps: KeycloakDeps };
let begun: Begun;
const tokens: string[] = [];
beforeAll(async () => {
  const started = await startStepWorld();
  // Whatever is not fenced would open a Keycloak, which is no part of this world.
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
  await vi.waitFor(async () => expect(await built()).toBe(true), SETTLES);
}, 60_000);
afterAll(() => world.stop());

type Callable = { contract: { name: string }; call(deps: (typeof world)['deps'], input: unknown): Promise<unknown> };
const ALL: Callable[] = [
  ...[beginOrder, beginNode, finishNode, listNodes, listTenants, finishCreation, finishDeletion, recordFailure],
  ...[planTenants, ensureProject, ensureNetwork, ensurePeerNetworks, ensureSecurityGroups, ensureLoadBalancer],
  ...[ensureQuotas],
  ...[checkLoadBalancers, emptyTenants, deleteProject, sweepProjects],
  ...[planNodes, ensureServer, deleteServer, checkServersGone, deleteLeftovers, sweepTenants],
  ...[drainNode, removeMachine, removeNode, releasePlace, beginNodeDeletion, finishNodeDeletion],
  ...[ensureCluster, ensureRegistration, pullCluster, retireRegistrationToken, deleteCluster, sweepClusters],
  ...[putCredentials, deleteCredentials, sweepCredentials],
  ...[registerCluster, unregisterCluster, sweepAccess],
  ...[watchNodes, watchCluster],
  ...[beginUpgrade, startUpgrade, watchUpgrade, finishUpgrade],
  ...[deleteGroups, sweepGroups],
];
/** What they do follows from records, whoever asks; their fence is that the cluster is there (keycloak-steps.int.test.ts tries it). */
const ON_ACCESS = [settleMembership, deleteGroup, settleBinding, failMembership];
const everything = async () =>
  JSON.stringify([
    await stateOf(world.cloud),
    await stateOf(world.rancherSimulator),
    await rowsWith(world, ''),
    await registrationOf(world, begun),
    world.published,
    world.answers,
  ]);

describe('a step of an operation that is not the current one', () => {
  test('is tried here for every contract there is', () => {
    // Passes over a whole provider are no operation on a cluster.
    const { access: _, ...ofOperations } = steps;
    const names = Object.values(ofOperations).flatMap((group) => Object.values(group).map(({ name }) => name));
    const tried = [...ALL, ...ON_ACCESS];
    expect(tried.map(({ contract }) => contract.name).sort()).toEqual(names.sort());
  });

  test.each(ALL.map((step) => [step.contract.name, step] as const))('does nothing: %s', async (_name, step) => {
    const [node] = await nodesOf(world, begun);
    const input = {
      ...{ operationUuid: aUuid(), clusterUuid: begun.target.clusterUuid, orderUuid: begun.order.uuid },
      ...{
        nodeUuid: node?.uuid,
        tenantUuid: aUuid(),
        nodeUuids: [],
        taskToken: 'late',
        waitedMs: 0,
        deadlineMs: DEADLINE_MS,
      },
      ...{ error: 'BackendRejected', cause: '', failedStep: 'late' },
    };
    const before = await everything();
    await expect(step.call(world.deps, input)).rejects.toMatchObject({ name: 'Superseded' });
    expect(await everything()).toBe(before);
  });
});

test('no secret is in a row, an event or a log line, whatever the machines were told (S0-276)', async () => {
  await joinMachines(world, begun);
  const watched = async () => {
    await lookAtCluster(world, begun);
    return world.answers.length;
  };
  await expect.poll(watched, SETTLES).toBe(1);
  const registration = await registrationOf(world, begun);
  await pullCluster.call(world.deps, begun.target);
  await retireRegistrationToken.call(world.deps, begun.target);
  await finishCreation.call(world.deps, begun.target);
  const rancher = await world.secrets.find(`paddock/${world.stage}/rancher/${world.settings.uuid}`);
  const tenant = await world.secrets.find(`paddock/${world.stage}/openstack/${world.demo.tenant.uuid}`);
  const { password, secret } = { ...JSON.parse(rancher ?? ''), ...JSON.parse(tenant ?? '') };
  const secrets = [registration?.token, password, secret, ...tokens];
  expect(secrets).toHaveLength(5);
  const told = JSON.stringify([await rowsWith(world, ''), world.published, world.logged]);
  for (const item of secrets) {
    expect(item).toEqual(expect.stringMatching(/^\S{10,}$/));
    expect(told.includes(String(item))).toBe(false);
  }
});
