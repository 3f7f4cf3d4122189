import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { manualClock } from '../_kit/manual-clock.ts';
import { type RunningSimulator, serveSimulator } from '../_kit/serve-simulator.ts';
import { simulator } from '../cluster-api.ts';
import { fieldAt, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { aClass, aCluster, holdsOf, type Wish } from './under-test.ts';

const PATHS: Record<string, string> = {
  Secret: '/api/v1/namespaces/paddock/secrets',
  Cluster: '/apis/cluster.x-k8s.io/v1beta1/namespaces/paddock/clusters',
  Machine: '/apis/cluster.x-k8s.io/v1beta1/namespaces/paddock/machines',
  MachineDeployment: '/apis/cluster.x-k8s.io/v1beta1/namespaces/paddock/machinedeployments',
  MachineSet: '/apis/cluster.x-k8s.io/v1beta1/namespaces/paddock/machinesets',
  ClusterClass: '/apis/cluster.x-k8s.io/v1beta1/namespaces/paddock/clusterclasses',
  KubeadmConfig: '/apis/bootstrap.cluster.x-k8s.io/v1beta1/namespaces/paddock/kubeadmconfigs',
  KubeadmConfigTemplate: '/apis/bootstrap.cluster.x-k8s.io/v1beta1/namespaces/paddock/kubeadmconfigtemplates',
  KubeadmControlPlane: '/apis/controlplane.cluster.x-k8s.io/v1beta1/namespaces/paddock/kubeadmcontrolplanes',
  KubeadmControlPlaneTemplate:
    '/apis/controlplane.cluster.x-k8s.io/v1beta1/namespaces/paddock/kubeadmcontrolplanetemplates',
};
const pathOf = (kind: string) =>
  PATHS[kind] ?? `/apis/infrastructure.cluster.x-k8s.io/v1beta1/namespaces/paddock/${kind.toLowerCase()}s`;
const list = z.object({
  items: z.array(
    z.looseObject({
      metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).optional() }),
    }),
  ),
});

const clock = manualClock();
const definition = simulator([], clock);
const { token } = z.object({ token: z.string() }).parse(definition.credentials(''));
let running: RunningSimulator;
beforeEach(async () => {
  running = await serveSimulator(definition, { https: false });
});
afterEach(async () => {
  await running.close();
  definition.reset();
  clock.rewind();
});

async function ask(method: string, path: string, body?: object): Promise<{ status: number; body: KubernetesObject }> {
  const answer = await fetch(running.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}
const apply = (object: { kind: string; metadata: { name: string } }) =>
  ask('PATCH', `${pathOf(object.kind)}/${object.metadata.name}?fieldManager=test&force=true`, object);
const get = async (kind: string, name: string) => (await ask('GET', `${pathOf(kind)}/${name}`)).body;
const all = async (kind: string) => list.parse((await ask('GET', pathOf(kind))).body).items;
const workersOf = async () =>
  (await all('Machine')).filter(({ metadata: { labels } }) => labels?.['cluster.x-k8s.io/control-plane'] === undefined);
const countOf = async (kind: string) => (await all(kind)).length;
const isAvailable = async () => holdsOf(await get('Cluster', 'web'), 'Available');

/** Lets time pass until `holds` is true, for at most `most` seconds. Returns how many seconds it took. */
async function secondsUntil(holds: () => Promise<boolean>, most: number): Promise<number> {
  for (let seconds = 0; seconds <= most; seconds += 1) {
    if (await holds()) return seconds;
    clock.advance(1000);
  }
  throw new Error(`not within ${most} s`);
}

async function begin(provider: 'Dev' | 'OpenStack', wish: Wish = {}) {
  for (const object of aClass('fast', provider)) expect((await apply(object)).status).toBe(201);
  expect((await apply(aCluster('web', 'fast', wish))).status).toBe(201);
}
async function made(provider: 'Dev' | 'OpenStack', wish: Wish = {}) {
  await begin(provider, wish);
  return secondsUntil(isAvailable, 120);
}

describe.each(['Dev', 'OpenStack'] as const)('a cluster of a ClusterClass, on %s', (provider) => {
  test('is available within a minute: control plane first, then its workers', async () => {
    await begin(provider);
    await secondsUntil(async () => (await countOf('Machine')) === 1, 10);
    expect(await get('Cluster', 'web')).toMatchObject({ status: { phase: 'Provisioned', infrastructureReady: true } });
    expect((await all('Secret')).map(({ metadata }) => metadata.name)).toEqual(
      expect.arrayContaining(['web-ca', 'web-etcd', 'web-kubeconfig', 'web-proxy', 'web-sa']),
    );
    await secondsUntil(async () => (await countOf('Machine')) === 3, 30);
    expect((await workersOf()).map((one) => fieldAt(one, 'status.phase'))).toEqual(['Pending', 'Pending']);
    await secondsUntil(isAvailable, 60);
    expect((await all('Machine')).map((one) => fieldAt(one, 'status.phase'))).toEqual(Array(3).fill('Running'));
    expect(await countOf(`${provider}Machine`)).toBe(3);
  });

  test('the older condition Ready is true before any worker is', async () => {
    await begin(provider);
    const isReady = async () => {
      const conditions = z
        .array(z.looseObject({}))
        .catch([])
        .parse(fieldAt(await get('Cluster', 'web'), 'status.conditions'));
      return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
    };
    await secondsUntil(isReady, 60);
    expect(await isAvailable()).toBe(false);
  });

  test('is scaled: workers at once, servers one by one', async () => {
    await made(provider);
    await apply(aCluster('web', 'fast', { workers: 4, servers: 3 }));
    clock.advance(2000);
    expect(await countOf('Machine')).toBe(6);
    await secondsUntil(async () => (await countOf('Machine')) === 7, 60);
    await secondsUntil(async () => fieldAt((await all('KubeadmControlPlane'))[0], 'status.readyReplicas') === 3, 60);
    await apply(aCluster('web', 'fast', { workers: 0, servers: 3 }));
    await secondsUntil(async () => (await countOf('Machine')) === 3, 30);
  });

  test('is upgraded: servers one by one, then workers; sets of before stay without machines', async () => {
    await made(provider);
    await apply(aCluster('web', 'fast', { version: 'v1.33.0' }));
    const versions = async () => (await all('Machine')).map((one) => fieldAt(one, 'spec.version'));
    await secondsUntil(async () => (await versions()).includes('v1.33.0'), 10);
    expect((await versions()).toSorted()).toEqual(['v1.32.0', 'v1.32.0', 'v1.32.0', 'v1.33.0']);
    const isDone = async () => (await versions()).every((one) => one === 'v1.33.0') && (await isAvailable());
    await secondsUntil(isDone, 240);
    expect(await versions()).toHaveLength(3);
    const replicas = (await all('MachineSet')).map((one) => fieldAt(one, 'spec.replicas'));
    expect(replicas.toSorted()).toEqual([0, 2]);
    expect(fieldAt((await all('KubeadmControlPlane'))[0], 'status.version')).toBe('v1.33.0');
  });

  test('is deleted with all that it has', async () => {
    await made(provider);
    await ask('DELETE', `${pathOf('Cluster')}/web`);
    expect(await get('Cluster', 'web')).toMatchObject({ metadata: { deletionTimestamp: expect.any(String) } });
    await secondsUntil(async () => (await countOf('Cluster')) === 0, 60);
    clock.advance(5000);
    const kinds = ['Machine', 'MachineSet', 'MachineDeployment', 'KubeadmControlPlane', 'KubeadmConfig', 'Secret'];
    const left = [...kinds, `${provider}Cluster`, `${provider}Machine`].map(async (kind) => [
      kind,
      await countOf(kind),
    ]);
    expect((await Promise.all(left)).filter(([, count]) => count !== 0)).toEqual([]);
    expect(await countOf(`${provider}MachineTemplate`)).toBe(2);
  });

  test('is deleted while it is being made', async () => {
    await begin(provider);
    await secondsUntil(async () => (await countOf('Machine')) === 1, 10);
    await ask('DELETE', `${pathOf('Cluster')}/web`);
    await secondsUntil(async () => (await countOf('Cluster')) === 0, 30);
    expect(await countOf('Machine')).toBe(0);
  });
});

test('a value of the cluster that a patch puts into a template replaces the workers', async () => {
  await made('Dev');
  const names = async () => (await workersOf()).map(({ metadata }) => metadata.name);
  const before = await names();
  await apply(aCluster('web', 'fast', { workerConfig: { nodeRegistration: { name: 'x' } } }));
  await secondsUntil(async () => !(await names()).some((name) => before.includes(name)), 120);
  const templates = await all('KubeadmConfigTemplate');
  expect(templates.map((one) => fieldAt(one, 'spec.template.spec.joinConfiguration'))).toContainEqual({
    nodeRegistration: { name: 'x' },
  });
});

test.each([
  ['v1.34.0', 'version cannot be increased from "1.32.0" to "1.34.0"'],
  ['v1.31.0', 'version cannot be decreased from "1.32.0" to "1.31.0"'],
  ['1.33', 'version must be a valid semantic version'],
])('the webhook refuses version %s', async (version, words) => {
  await begin('Dev');
  const { status, body } = await apply(aCluster('web', 'fast', { version }));
  expect(status).toBe(422);
  expect(body.message).toContain(`admission webhook "validation.cluster.cluster.x-k8s.io" denied the request`);
  expect(body.message).toContain(words);
});

test('a cluster of a missing class says so, and is made once the class is there', async () => {
  await apply(aCluster('web', 'fast'));
  clock.advance(1000);
  const conditions = fieldAt(await get('Cluster', 'web'), 'status.conditions');
  expect(conditions).toContainEqual(
    expect.objectContaining({
      type: 'TopologyReconciled',
      status: 'False',
      message: 'ClusterClass.cluster.x-k8s.io "fast" not found',
    }),
  );
  for (const object of aClass('fast', 'Dev')) await apply(object);
  await secondsUntil(isAvailable, 120);
});

test('a machine that somebody deletes is replaced', async () => {
  await made('Dev');
  const worker = (await workersOf())[0]?.metadata.name ?? '';
  await ask('DELETE', `${pathOf('Machine')}/${worker}`);
  await secondsUntil(async () => !(await all('Machine')).some(({ metadata }) => metadata.name === worker), 10);
  await secondsUntil(isAvailable, 60);
  expect(await countOf('Machine')).toBe(3);
});

test('a machine that somebody has marked goes first', async () => {
  await made('Dev', { workers: 3 });
  const chosen = (await workersOf()).at(-1);
  const metadata = { ...chosen?.metadata, annotations: { 'cluster.x-k8s.io/delete-machine': 'yes' } };
  const replaced = await ask('PUT', `${pathOf('Machine')}/${chosen?.metadata.name}`, { ...chosen, metadata });
  expect(replaced.status).toBe(200);
  await apply(aCluster('web', 'fast', { workers: 2 }));
  await secondsUntil(async () => (await countOf('Machine')) === 3, 30);
  expect((await all('Machine')).map((one) => one.metadata.name)).not.toContain(chosen?.metadata.name);
});

test.each([
  ['OpenStack', 0],
  ['Dev', 1],
] as const)(
  'a deletion in the foreground takes the network away at once, on %s: clusters left',
  async (provider, left) => {
    await made(provider);
    await ask('DELETE', `${pathOf('Cluster')}/web?propagationPolicy=Foreground`);
    clock.advance(60_000);
    expect(await countOf('Cluster')).toBe(left);
  },
);

test('a control plane whose template says nothing of its first machine replaces it', async () => {
  const objects = aClass('fast', 'Dev').map((object) => {
    if (object.kind !== 'KubeadmControlPlaneTemplate') return object;
    return { ...object, spec: { template: { spec: { kubeadmConfigSpec: { clusterConfiguration: {} } } } } };
  });
  for (const object of objects) await apply(object);
  await apply(aCluster('web', 'fast', { workers: 0 }));
  const names = async () => (await all('Machine')).map(({ metadata }) => metadata.name);
  await secondsUntil(async () => (await names()).length === 1, 10);
  const before = await names();
  await secondsUntil(async () => !(await names()).some((name) => before.includes(name)), 120);
});
