import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { applyCluster } from '#shared/app/cluster-api/steps/apply-cluster';
import { deleteCluster } from '#shared/app/cluster-api/steps/delete-cluster';
import { planClusterApi } from '#shared/app/cluster-api/steps/plan-cluster-api';
import { sweepCluster } from '#shared/app/cluster-api/steps/sweep-cluster';
import { watchClusterApi } from '#shared/app/cluster-api/steps/watch-cluster-api';
import { finishDeletion } from '#shared/app/clusters/steps/finish-deletion';
import { previewOrder } from '#shared/app/marketplace/orders/preview-order';
import { deleteCloudCredential } from '#shared/app/pools/steps/cloud-credential';
import { clusterApiSettingsOf } from '#shared/app/providers/settings-of';
import { changed } from '#shared/domain/_core/record';
import { createOrder } from '#test/create-order';
import {
  appliedCluster,
  begunCluster,
  clusterApiWorldPerFile,
  newClusterApiOrder,
  readyCluster,
  watchedCluster,
} from '../_worlds/cluster-api-world.ts';
import { type Begun, clusterOf, EVENTUALLY } from '../_worlds/step-world.ts';
import { leaving } from '../clusters/deletion.ts';

const world = await clusterApiWorldPerFile();
const { store, deps, management } = world;
beforeEach(() => management.clearFaults());

const api = () => world.clusterApi.open(world.managementSettings);
const CLUSTER = { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Cluster' };
const MACHINE = { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Machine' };

async function gone(begun: Begun): Promise<Begun> {
  const left = await leaving(world, begun);
  const remove = () => deleteCluster.call(deps, left.target);
  await vi.waitFor(async () => expect(await remove()).toEqual({ gone: true }), EVENTUALLY);
  await deleteCloudCredential.call(deps, left.target);
  return left;
}

describe('a cluster of Cluster API', () => {
  test('is made by its template, and is OK when all machines are nodes (S3-001, S3-027, M8, M16)', async () => {
    const begun = await readyCluster(world, { masterCount: 1, nodeCount: 2 });
    const cluster = await clusterOf(world, begun);
    expect(cluster).toMatchObject({ state: 'OK', driver: 'cluster-api', runtimeState: 'active', currentStep: '' });
    expect(cluster.backendId).toMatch(/^kube-[a-z0-9]{10}$/);
    const machines = await (await api()).list(MACHINE, { 'cluster.x-k8s.io/cluster-name': cluster.backendId });
    expect(machines).toHaveLength(3);
    const { state } = await store.orders.get(begun.order.uuid);
    expect(state).toBe('done');
  });

  test('has the driver that its offering names, and the class version that it was ordered with (S3-018)', async () => {
    const { pluginOptions } = await store.offerings.get(world.clusterApiOffering.uuid);
    expect(pluginOptions).toMatchObject({ driver: 'cluster-api' });
    const cluster = await clusterOf(world, await appliedCluster(world));
    expect(cluster).toMatchObject({ driver: 'cluster-api', clusterApi: { classVersion: 1 } });
    const found = await (await api()).find(CLUSTER, cluster.backendId);
    expect(found?.spec).toMatchObject({ topology: { class: 'paddock-in-memory-v1' } });
  });

  test('says what it waits for (M36)', async () => {
    await management.setDelays({ pace: 1 });
    const begun = await appliedCluster(world);
    const poll = { ...begun.target, taskToken: 'token-step', waitedMs: 0, deadlineMs: 60_000 };
    await watchClusterApi.call(deps, poll);
    await watchClusterApi.call(deps, poll);
    expect((await clusterOf(world, begun)).currentStep).toMatch(/^(Cluster API|infrastructure|control plane: 0 of 1)/);
    await management.setDelays({ pace: 0.01 });
  });

  test('is planned once, and its name and objects stay when steps are repeated', async () => {
    const begun = await appliedCluster(world);
    const before = await clusterOf(world, begun);
    await planClusterApi.call(deps, begun.target);
    await applyCluster.call(deps, begun.target);
    expect((await clusterOf(world, begun)).clusterApi).toEqual(before.clusterApi);
    const found = (await (await api()).list(CLUSTER, {})).filter(({ metadata }) => metadata.name === before.backendId);
    expect(found).toHaveLength(1);
  });

  test('is deleted with all its objects, also while it is being made (S3-024, M25, M28)', async () => {
    const left = await gone(await appliedCluster(world));
    await sweepCluster.call(deps, left.target);
    await finishDeletion.call(deps, left.target);
    expect(await store.clusters.find(left.target.clusterUuid)).toBeUndefined();
  });

  test('is deleted although nothing was planned', async () => {
    const left = await gone(await begunCluster(world));
    await expect(sweepCluster.call(deps, left.target)).resolves.toEqual({});
  });

  test('a deletion that leaves something says what (M25)', async () => {
    const begun = await appliedCluster(world);
    const { backendId } = await clusterOf(world, begun);
    const left = await leaving(world, begun);
    await expect(sweepCluster.call(deps, left.target)).rejects.toMatchObject({
      name: 'DeletionBlocked',
      message: expect.stringContaining(`Cluster ${backendId}`),
    });
  });

  test('somebody else’s cluster of the same name is neither read nor deleted', async () => {
    const begun = await begunCluster(world);
    await planClusterApi.call(deps, begun.target);
    const { clusterApi } = await clusterOf(world, begun);
    const name = clusterApi?.capiName ?? '';
    await (await api()).apply({ ...CLUSTER, metadata: { name }, spec: {} });
    await gone(begun);
    expect(await (await api()).find(CLUSTER, name)).toBeDefined();
  });
});

describe('the version that an order names', () => {
  const NEXT = 'v1.34.2';
  const next = { kubernetesVersion: NEXT };
  const withImage = (version: string, labels: Record<string, string>) => ({
    ...{ mergesLabels: false, overrides: { imageId: `ubuntu-2204-kube-${version}`, labels } },
  });

  test.each([
    ['without a label', {}],
    ['in place of the label of the template', { kube_tag: 'v1.33.5' }],
    ['with an empty label', { kube_tag: '' }],
  ])('is that of the plan and of the cluster, %s (S3-021)', async (_what, labels) => {
    const wanted = withImage(NEXT, labels);
    const { errors, plannedClusterApi } = await previewOrder(
      world,
      world.owner,
      newClusterApiOrder(world, wanted, next),
    );
    expect(errors).toEqual([]);
    expect(plannedClusterApi).toMatchObject(next);
    const begun = await begunCluster(world, wanted, next);
    await planClusterApi.call(deps, begun.target);
    expect(await clusterOf(world, begun)).toMatchObject({
      ...next,
      clusterApi: { labels: { kube_tag: NEXT, cloud_provider_tag: 'v1.34.0' } },
    });
  });

  test('is the version that the image must have (S3-021)', async () => {
    const order = newClusterApiOrder(world, withImage('v1.33.5', {}), next);
    const refusal = {
      cluster_api_template: [`Image ubuntu-2204-kube-v1.33.5 has Kubernetes v1.33.5, and the cluster wants ${NEXT}.`],
    };
    expect(await previewOrder(world, world.owner, order)).toMatchObject({ errors: [refusal] });
    await expect(createOrder(world, world.owner, order)).rejects.toMatchObject({ body: refusal });
  });

  test('is refused by its field if it is no version', async () => {
    const order = newClusterApiOrder(world, {}, { kubernetesVersion: 'latest' });
    await expect(createOrder(world, world.owner, order)).rejects.toMatchObject({
      body: { kubernetes_version: ['Enter a version such as `v1.33.5`.'] },
    });
  });

  const setVersion = async (k8sVersion: string) => {
    const settings = await clusterApiSettingsOf({ store }, world.managementSettings.uuid);
    const options = { ...settings.options, k8sVersion };
    await store.commit(store.settings.replace(changed(settings, world.clock.now(), { options })));
  };
  test('is the provider’s at the time of the order if neither order nor template names one', async () => {
    const begun = await begunCluster(world, withImage('v1.33.5', { kube_tag: '' }));
    await setVersion(NEXT);
    onTestFinished(() => setVersion('v1.33.5'));
    await planClusterApi.call(deps, begun.target);
    expect(await clusterOf(world, begun)).toMatchObject({
      ...{ kubernetesVersion: 'v1.33.5', clusterApi: { labels: { kube_tag: 'v1.33.5' } } },
    });
  });
});

test('an order that the management cluster refuses ends with its words', async () => {
  const begun = await begunCluster(world);
  await planClusterApi.call(deps, begun.target);
  await management.plan({ method: 'PATCH', path: 'clusters/', kind: 'status', status: 403 });
  await expect(applyCluster.call(deps, begun.target)).rejects.toMatchObject({ name: 'BackendUnauthorized' });
});

test('a cluster that is not ready in time ends with what it waited for, and not never (M35)', async () => {
  await management.setDelays({ pace: 10 });
  const begun = await appliedCluster(world);
  const { error, cause } = (await watchedCluster(world, begun, 120_000)) ?? {};
  expect(error).toMatch(/^(BootstrapTimeout|OperationStalled)$/);
  expect(cause).toMatch(/at the step|Check that the controllers/);
  await management.setDelays({ pace: 0.01 });
});
