import { beforeEach, describe, expect, test } from 'vitest';
import { reconcileMembership } from '#shared/app/cluster-access/steps/reconcile-membership';
import { syncRoleBinding } from '#shared/app/cluster-access/steps/sync-role-binding';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import { retireRegistrationToken } from '#shared/app/clusters/steps/retire-registration-token';
import { deleteDuplicatePorts } from '#shared/app/infrastructure/delete-duplicate-ports';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import { changed } from '#shared/domain/_core/record';
import { rancherLabels } from '#shared/domain/planning/naming';
import { settingsSecretName } from '#shared/domain/providers/service-settings';
import { begunOrder, clusterOf, EVENTUALLY, inCloud, nodesOf, preparedOrder, stateOf } from '../_worlds/step-world.ts';
import {
  enterableCluster,
  entrancesOf,
  granted,
  keycloakWorldPerFile,
  namesOf,
} from '../cluster-access/keycloak-world.ts';
import { REGISTRY } from '../providers/vault-provider.ts';
import { afterLostAnswer } from './lost-answers.ts';

const world = await keycloakWorldPerFile();
const { store, clock, secrets, stage } = world;
const { password: privateRegistryPassword, ...privateRegistry } = REGISTRY;
const settings = changed(world.settings, clock.now(), {
  options: { ...world.settings.options, privateRegistry, allocateFloatingIpToAllNodes: true },
});
await secrets.put(
  settingsSecretName(stage, 'rancher', settings),
  JSON.stringify({ ...world.rancherKey, privateRegistryPassword }),
);
await store.commit(store.settings.replace(settings));
beforeEach(async () => {
  for (const simulator of [world.rancherSimulator, world.cloud, world.keycloakSimulator]) await simulator.clearFaults();
});

const NORMAN = { type: 'collection', data: [] };

describe('what was made and not heard of, and is missing in the lists of the next attempt, is made once', () => {
  test.each([
    ['registry secret', '/v1/secrets$', '/v1/(secrets|provisioning\\.cattle\\.io\\.clusters)/fleet-default$'],
    [
      'cluster',
      '/v1/provisioning\\.cattle\\.io\\.clusters$',
      '/v1/provisioning\\.cattle\\.io\\.clusters/fleet-default$',
    ],
    ['registration token', '/v3/clusterregistrationtokens$', '/v3/clusterregistrationtokens$'],
  ])('in Rancher: the %s', async (what, creates, lists) => {
    const begun = await begunOrder(world);
    const attempt = async () => ensureCluster.call(world.deps, begun.target);
    const untilReady = () => expect.poll(attempt, EVENTUALLY).toEqual({ ready: true });
    if (what === 'registration token') await waitForManagement(begun.cluster.name, attempt);
    await afterLostAnswer(world.rancherSimulator, { creates, lists, empty: NORMAN }, attempt);
    await untilReady();
    const rancher = await world.rancher.open(settings);
    const labels = rancherLabels(begun.cluster.uuid);
    expect(await rancher.listRegistrySecrets(labels)).toHaveLength(1);
    expect(await rancher.listProvisioningClusters(labels)).toHaveLength(1);
    const { backendId } = await clusterOf(world, begun);
    await retireRegistrationToken.call(world.deps, begun.target);
    const tokens = await rancher.listRegistrationTokens(backendId);
    expect(tokens.filter((token) => token.labels['paddock.cloud/cluster'] === begun.cluster.uuid)).toEqual([]);
  });

  test.each([
    ['server', '/servers$', '/servers/detail', { servers: [] }],
    ['floating IP', '/floatingips$', '/floatingips', { floatingips: [] }],
  ])('in OpenStack: the %s of a node', async (_, creates, lists, empty) => {
    const begun = await preparedOrder(world);
    const nodeUuid = (await nodesOf(world, begun))[0]?.uuid ?? '';
    const attempt = () => ensureServer.call(world.deps, { ...begun.target, nodeUuid });
    await afterLostAnswer(world.cloud, { creates, lists, empty }, attempt);
    await attempt();
    const ips = ((await stateOf(world.cloud)).floating_ips ?? []).filter((it) => JSON.stringify(it).includes(nodeUuid));
    expect([ips.length, (await inCloud(world, 'servers', nodeUuid)).length]).toEqual([1, 1]);
  });

  test('in OpenStack: the port of a node and no other port; the next daily look deletes the duplicate', async () => {
    const begun = await preparedOrder(world);
    const [node, other] = await nodesOf(world, begun);
    const nodeUuid = node?.uuid ?? '';
    const attempt = (uuid = nodeUuid) => ensureServer.call(world.deps, { ...begun.target, nodeUuid: uuid });
    const lost = { creates: '/ports$', lists: '/ports', empty: { ports: [] } };
    await attempt(other?.uuid);
    await afterLostAnswer(world.cloud, lost, attempt);
    const ports = () => inCloud(world, 'ports', begun.cluster.uuid);
    expect(await ports()).toHaveLength(3);
    const collect = () => deleteDuplicatePorts(world.deps, begun.cluster);
    expect(await collect()).toBe(0);
    for (const made of await nodesOf(world, begun)) {
      if (made.portId) await store.commit(store.nodes.replace(changed(made, clock.now(), { state: 'OK' })));
    }
    expect([await collect(), await collect()]).toEqual([1, 0]);
    const kept = (await nodesOf(world, begun)).flatMap(({ portId }) => portId || []).sort();
    expect((await ports()).map(({ id }) => id).sort()).toEqual(kept);
  });

  test.each([
    ['group of the cluster', '/groups/$'],
    ['group of the role', '/groups/[^/]+/children$'],
  ])('in Keycloak: the %s', async (_, creates) => {
    const cluster = await enterableCluster(world);
    const target = await granted(world, cluster, 'mia');
    const attempt = () => reconcileMembership.call(world.deps, target);
    const lists = '/groups(\\?|$|/[^/]+/children)';
    await afterLostAnswer(world.keycloakSimulator, { creates, lists, empty: [] }, attempt);
    await attempt();
    const { parent, child } = namesOf(cluster);
    expect((await entrancesOf(world, cluster)).members).toEqual({ [parent]: [], [child]: [] });
  });

  test('in Rancher: the role of a group', async () => {
    const cluster = await enterableCluster(world);
    const target = await granted(world, cluster, 'mia');
    const attempt = () => syncRoleBinding.call(world.deps, target);
    const creates = '/v3/clusterroletemplatebindings$';
    await afterLostAnswer(world.rancherSimulator, { creates, lists: creates, empty: NORMAN }, attempt);
    await attempt();
    expect((await entrancesOf(world, cluster)).bindings).toHaveLength(1);
  });
});

/** Waits until Rancher has given the cluster its id. Rancher does so a moment after it has created the object. */
async function waitForManagement(name: string, attempt: () => Promise<unknown>): Promise<void> {
  await world.rancherSimulator.plan({ kind: 'refuse', method: 'POST', path: '/v3/clusterregistrationtokens$' });
  const isThere = async () => {
    await attempt().catch(() => undefined);
    const rancher = await world.rancher.open(settings);
    return (await rancher.findProvisioningCluster(name))?.managementId !== '';
  };
  await expect.poll(isThere, EVENTUALLY).toBe(true);
  await world.rancherSimulator.clearFaults();
}
