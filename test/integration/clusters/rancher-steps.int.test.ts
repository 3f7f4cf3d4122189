import { beforeEach, describe, expect, test } from 'vitest';
import { deleteCluster } from '#shared/app/clusters/steps/delete-cluster';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import { pullCluster } from '#shared/app/clusters/steps/pull-cluster';
import { retireRegistrationToken } from '#shared/app/clusters/steps/retire-registration-token';
import { secretName } from '#shared/domain/_core/secret-name';
import { rancherLabels } from '#shared/domain/planning/naming';
import type { Rancher, RancherSessions } from '#shared/ports/rancher';
import { someRancherSettings } from '#test/builders/builders';
import { anOffering } from '#test/builders/offering-builders';
import {
  type Begun,
  begunOrder,
  clusterOf,
  EVENTUALLY,
  joinMachines,
  nodesOf,
  preparedOrder,
  registrationOf,
  stateOf,
  stepWorldPerFile,
} from '../_worlds/step-world.ts';

const world = await stepWorldPerFile();
beforeEach(() => world.rancherSimulator.clearFaults());

const rancher = () => world.rancher.open(world.settings);
/** Whether the step came between the id of a new cluster and the cluster's namespace. */
const isTooEarly = (error: unknown): boolean => error instanceof Error && error.message.includes('has not finished');
const ensure = (begun: Begun) => ensureCluster.call(world.deps, begun.target);
const ensured = (begun: Begun) => expect.poll(() => ensure(begun), EVENTUALLY).toEqual({ ready: true });
/** The number of Paddock's provisioning objects and registration tokens for the order in Rancher. */
async function inRancher(begun: Begun): Promise<number[]> {
  const labels = rancherLabels(begun.target.clusterUuid);
  const [made, { backendId }] = [
    await (await rancher()).listProvisioningClusters(labels),
    await clusterOf(world, begun),
  ];
  const tokens = await (await rancher()).listRegistrationTokens(backendId);
  const ours = tokens.filter((token) => Object.entries(labels).every(([key, value]) => token.labels[key] === value));
  return [made.length, ours.length];
}

describe('making the cluster in Rancher', () => {
  test('makes the v1 object, keeps the v3 id, and puts token and checksum where nodes’ user data finds them (S0-081, S0-183, S0-184, S0-341)', async () => {
    const begun = await begunOrder(world);
    await ensured(begun);
    const cluster = await clusterOf(world, begun);
    expect(cluster.backendId).toMatch(/^c-m-/);
    const found = (await stateOf(world.rancherSimulator)).provisioningClusters?.find(
      (item) => item.clusterName === cluster.backendId,
    );
    expect(found).toMatchObject({
      id: `fleet-default/${cluster.name}`,
      spec: { kubernetesVersion: 'v1.31.7+rke2r1', rkeConfig: { machineGlobalConfig: { cni: 'cilium' } } },
    });
    const { token, caChecksum } = (await registrationOf(world, begun)) ?? {};
    expect(token).toMatch(/\S{20,}/);
    expect(caChecksum).toMatch(/^[0-9a-f]{64}$/);
  });

  test('asks for the Kubernetes version that its provider names (S0-278)', async () => {
    const { store, secrets, stage, rancherSimulator } = world;
    const settings = someRancherSettings({ options: { ...world.settings.options, k8sVersion: 'v1.30.11+rke2r1' } });
    const offering = anOffering({ settingsUuid: settings.uuid });
    const key = await secrets.find(secretName(stage, 'rancher', world.settings.uuid));
    await secrets.put(secretName(stage, 'rancher', settings.uuid), key ?? '');
    await store.commit(store.settings.insert(settings), store.offerings.insert(offering));
    const begun = await begunOrder({ ...world, settings, offering });
    await ensured(begun);
    const { provisioningClusters = [] } = await stateOf(rancherSimulator);
    expect(provisioningClusters).toContainEqual(
      expect.objectContaining({
        id: `fleet-default/${begun.cluster.name}`,
        spec: expect.objectContaining({ kubernetesVersion: 'v1.30.11+rke2r1' }),
      }),
    );
  });

  test('gives the address under which Rancher shows it (S0-023)', async () => {
    const begun = await begunOrder(world);
    await ensured(begun);
    const { accessUrl, backendId } = await clusterOf(world, begun);
    expect(accessUrl).toBe(`${world.rancherSimulator.url}/c/${backendId}`);
  });

  test('is not ready while Rancher has not given it an id, and says so without an error', async () => {
    await world.rancherSimulator.setDelays({ clusterAssign: 6_000_000 });
    const begun = await begunOrder(world);
    expect(await ensure(begun)).toEqual({ ready: false });
    expect(await ensure(begun)).toEqual({ ready: false });
    expect((await clusterOf(world, begun)).backendId).toBe('');
    expect(await inRancher(begun)).toEqual([1, 0]);
    await world.rancherSimulator.setDelays({ clusterAssign: 200 });
  });

  test('again makes nothing more, and does not even ask for it (S0-185)', async () => {
    const begun = await begunOrder(world);
    await ensured(begun);
    const token = await registrationOf(world, begun);
    const asked = () => world.rancherSimulator.countOf('POST', '');
    const before = await asked();
    expect(await ensure(begun)).toEqual({ ready: true });
    expect(await asked()).toBe(before);
    expect(await inRancher(begun)).toEqual([1, 1]);
    expect(await registrationOf(world, begun)).toEqual(token);
  });

  test.each([
    ['cluster', '/provisioning.cattle.io.clusters$'],
    ['registration token', '/clusterregistrationtokens$'],
  ])('adopts the %s that was made when its answer was lost', async (_what, path) => {
    const begun = await begunOrder(world);
    await world.rancherSimulator.plan({ kind: 'lose', method: 'POST', path, nth: 1 });
    let lost = 0;
    const observation = async () => {
      try {
        return (await ensureCluster.run(world.deps, begun.target)).ready;
      } catch (error) {
        expect(error).toMatchObject({ name: 'BackendUnavailable' });
        if (!isTooEarly(error)) lost += 1;
        return false;
      }
    };
    await expect.poll(observation, EVENTUALLY).toBe(true);
    expect(lost).toBe(1);
    expect(await inRancher(begun)).toEqual([1, 1]);
  });

  test('fails in a way that is retried while the new cluster has no namespace', async () => {
    await world.rancherSimulator.setDelays({ clusterNamespace: 30_000 });
    const begun = await begunOrder(world);
    const outcome = () => ensure(begun).then(() => false, isTooEarly);
    await expect.poll(outcome, EVENTUALLY).toBe(true);
    expect(await inRancher(begun)).toEqual([1, 0]);
    await world.rancherSimulator.setDelays({ clusterNamespace: 100 });
    await ensured(begun);
    expect(await inRancher(begun)).toEqual([1, 1]);
  });

  test('reads the token each time: Rancher puts another value into the same one when its time is over', async () => {
    const begun = await begunOrder(world);
    await ensured(begun);
    const rotated: RancherSessions = {
      async open(settings) {
        const session = await world.deps.rancher.open(settings);
        const listRegistrationTokens: Rancher['listRegistrationTokens'] = async (id) =>
          (await session.listRegistrationTokens(id)).map((item) => ({ ...item, token: 'another-value' }));
        return { ...session, listRegistrationTokens };
      },
    };
    expect(await ensureCluster.call({ ...world.deps, rancher: rotated }, begun.target)).toEqual({ ready: true });
    expect(await registrationOf(world, begun)).toMatchObject({ token: 'another-value' });
    expect(await inRancher(begun)).toEqual([1, 1]);
  });

  test('that a stale list hides is not taken for a stranger’s', async () => {
    const begun = await begunOrder(world);
    await ensured(begun);
    const path = '/provisioning.cattle.io.clusters/fleet-default[?]';
    await world.rancherSimulator.plan({ kind: 'status', status: 200, path, nth: 1, body: { data: [] } });
    expect(await ensure(begun)).toEqual({ ready: true });
    expect(await inRancher(begun)).toEqual([1, 1]);
  });

  test('does not take over a stranger of the same name', async () => {
    const begun = await begunOrder(world);
    const stranger = { name: begun.cluster.name, labels: { by: 'hand' }, kubernetesVersion: 'v1.31.7+rke2r1' };
    await (await rancher()).createProvisioningCluster(stranger);
    await expect(ensure(begun)).rejects.toMatchObject({ name: 'BackendConflict' });
    expect(await registrationOf(world, begun)).toBeUndefined();
  });
});

describe('when the machines are there', () => {
  async function joined(): Promise<Begun> {
    const begun = await preparedOrder(world);
    await joinMachines(world, begun);
    const { backendId } = await clusterOf(world, begun);
    const state = async () => (await (await rancher()).findCluster(backendId))?.state;
    await expect.poll(state, EVENTUALLY).toBe('active');
    return begun;
  }

  test('pulling brings health, version, capacity and what each node has (S0-086, S0-194)', async () => {
    const begun = await joined();
    await pullCluster.call(world.deps, begun.target);
    const cluster = await clusterOf(world, begun);
    expect(cluster).toMatchObject({ runtimeState: 'active', kubernetesVersion: 'v1.31.7+rke2r1' });
    expect(cluster.capacity).toMatchObject({ cpu: expect.any(String), memory: expect.stringMatching(/^\d+Mi$/) });
    for (const node of await nodesOf(world, begun)) {
      expect(node.facts.cpuTotal).toBeGreaterThan(0);
      expect(node).toMatchObject({ runtimeState: 'active', backendId: expect.stringContaining(cluster.backendId) });
    }
  });

  test('pulling again writes nothing', async () => {
    const begun = await joined();
    await pullCluster.call(world.deps, begun.target);
    const [cluster, nodes] = [await clusterOf(world, begun), await nodesOf(world, begun)];
    await pullCluster.call(world.deps, begun.target);
    expect([await clusterOf(world, begun), await nodesOf(world, begun)]).toEqual([cluster, nodes]);
  });

  test('the token of the machines’ user data opens the cluster no more, and is forgotten', async () => {
    const begun = await joined();
    const { token = '' } = (await registrationOf(world, begun)) ?? {};
    await retireRegistrationToken.call(world.deps, begun.target);
    await retireRegistrationToken.call(world.deps, begun.target);
    expect(await registrationOf(world, begun)).toBeUndefined();
    expect(await inRancher(begun)).toEqual([1, 0]);
    const answer = await fetch(`${world.rancherSimulator.url}/v3/connect/agent`, {
      headers: { authorization: `Bearer ${token}`, 'x-cattle-id': 'late', 'x-cattle-node-name': 'late' },
    });
    // Rancher answers 500 for a token that does not exist.
    expect(answer.status).toBe(500);
  });

  test('the cluster is gone when both its objects are, with its token, and asking again is fine (S0-083)', async () => {
    const begun = await joined();
    expect(await deleteCluster.call(world.deps, begun.target)).toEqual({ gone: false });
    await expect.poll(() => deleteCluster.call(world.deps, begun.target), EVENTUALLY).toEqual({ gone: true });
    // Rancher deletes the tokens last.
    await expect.poll(() => inRancher(begun), EVENTUALLY).toEqual([0, 0]);
    expect(await registrationOf(world, begun)).toBeUndefined();
    expect(await deleteCluster.call(world.deps, begun.target)).toEqual({ gone: true });
  });

  test('a cluster that somebody removed from Rancher cannot be pulled', async () => {
    const begun = await joined();
    await expect.poll(() => deleteCluster.call(world.deps, begun.target), EVENTUALLY).toEqual({ gone: true });
    await expect(pullCluster.call(world.deps, begun.target)).rejects.toMatchObject({ name: 'BackendNotFound' });
  });
});
