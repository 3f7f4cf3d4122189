import { expect, test } from 'vitest';
import { z } from 'zod';
import { syncProvider } from '#shared/app/provider-syncs/sync-provider';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { periodOf } from '#shared/domain/usage/billing-period';
import { restrictedPod, runPod } from './run-pod.ts';
import { runProjectMachine, type SharedCluster, sharedClusterPerTest } from './shared-cluster.ts';

let world: SharedCluster;
sharedClusterPerTest((opened) => {
  world = opened;
});

const measure = () =>
  syncProvider(
    { ...world.deps, brake: { maxShare: 0.5, always: 10 }, site: DEFAULT_SITE_SETTINGS, keptMs: 60_000 },
    { job: 'sync_project_usages', settingsUuid: world.settingsUuid },
  );

async function orderedProject() {
  const offering = await world.offering({});
  const { people, projectUuid: project } = world.market;
  const body = {
    offering: offering.uuid,
    project,
    attributes: { name: 'Web shop' },
    limits: { cpu: 8, ram: 16, gpu: 4 },
  };
  const answer = await world.market.ask('POST', 'marketplace-orders/', { ...people.owner, body });
  const { marketplace_resource_uuid: uuid } = z
    .looseObject({ marketplace_resource_uuid: z.string() })
    .parse(answer.body);
  await runProjectMachine(world);
  const { rancherProject } = await world.market.store.resources.get(uuid);
  return { uuid, namespace: rancherProject?.projectName ?? expect.fail('it is a project') };
}
const listed = z.array(z.looseObject({ type: z.string(), usage: z.string(), measured: z.unknown() }));
async function usagesOf(uuid: string) {
  const { body } = await world.market.ask(
    'GET',
    `marketplace-component-usages/?resource_uuid=${uuid}`,
    world.market.people.owner,
  );
  return Object.fromEntries(listed.parse(body).map(({ type, usage, measured }) => [type, { usage, measured }]));
}

test('usage is what pods of the project request, beside limit and quota, and the month keeps its highest figure (S1-005, S1-066, S1-067, S1-070)', async () => {
  const { uuid, namespace } = await orderedProject();
  await runPod(world, namespace, 'web', { cpu: '1500m', memory: '3Gi' });
  expect(await measure()).toMatchObject({ written: 4, failed: 0 });
  const figures = await usagesOf(uuid);
  expect(figures).toMatchObject({
    cpu: { usage: '1.50', measured: { current: '1.50', counted: '1.50', limit: 8 } },
    ram: { usage: '3.00', measured: { current: '3.00', counted: '3.00', limit: 16 } },
    gpu: { usage: '0.00', measured: { current: '0.00', counted: '0.00', limit: 4 } },
    storage: { usage: '0.00', measured: { current: '0.00', counted: null, limit: null } },
  });
  expect(await measure()).toMatchObject({ written: 0 });
  await world.inside.delete(`/api/v1/namespaces/${namespace}/pods/web`);
  await measure();
  expect(await usagesOf(uuid)).toMatchObject({ cpu: { usage: '1.50', measured: { current: '0.00' } } });
});

test('usage is reported by nobody, neither of the project nor of its users', async () => {
  const { uuid } = await orderedProject();
  await measure();
  const { owner } = world.market.people; // owns the customer that sells the project
  const report = (action: string, body: object) =>
    world.market.ask('POST', `marketplace-component-usages/${action}/`, { ...owner, body });
  const sentence = 'Paddock measures the usage of clusters itself: it cannot be reported.';
  const whole = await report('set_usage', { resource: uuid, usages: [{ type: 'cpu', amount: '1' }] });
  expect(whole).toMatchObject({ status: 400, body: { resource: [sentence] } });
  const month = periodOf(world.deps.clock.now());
  const [cpu = expect.fail('it is measured')] = await world.market.store.usages.listReported(uuid, month);
  const users = await report(`${cpu.uuid}/set_user_usages`, { usages: [{ username: 'grace', usage: '1' }] });
  expect(users).toMatchObject({ status: 400, body: [sentence] });
  expect(await world.market.store.usages.listShares([cpu])).toEqual([]);
});

test('the quota refuses what exceeds the limit (S1-063, S1-064, S1-073)', async () => {
  const { namespace } = await orderedProject();
  const send = (amounts: Record<string, string>) =>
    world.inside.post(`/api/v1/namespaces/${namespace}/pods`, restrictedPod('big', amounts));
  for (const amounts of [
    { cpu: '9', memory: '1Gi' },
    { cpu: '1', memory: '17Gi' },
    { cpu: '1', memory: '1Gi', 'nvidia.com/gpu': '5' },
  ]) {
    const { status, body } = await send(amounts);
    expect([status, body]).toMatchObject([403, { message: expect.stringContaining('exceeded quota') }]);
  }
  expect((await send({ cpu: '8', memory: '16Gi', 'nvidia.com/gpu': '4' })).status).toBe(201);
});

test('a cluster that cannot be read leaves the usages of its projects as they are (U43)', async () => {
  const { uuid, namespace } = await orderedProject();
  await runPod(world, namespace, 'web', { cpu: '1', memory: '1Gi' });
  await measure();
  const before = await usagesOf(uuid);
  await world.simulator.plan({ method: 'GET', path: '/v1/pods', kind: 'status', status: 500 });
  expect(await measure()).toMatchObject({ written: 0, failed: 1 });
  await world.simulator.clearFaults();
  expect(await usagesOf(uuid)).toEqual(before);
});
