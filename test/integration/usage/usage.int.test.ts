import { describe, expect, test } from 'vitest';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { finishDeletion } from '#shared/app/clusters/steps/finish-deletion';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import { meterCluster } from '#shared/app/usage/meter-cluster';
import { rollOverUsageMonths } from '#shared/app/usage/roll-over-usage-months';
import { changed } from '#shared/domain/_core/record';
import { periodOf } from '#shared/domain/usage/billing-period';
import { hoursText } from '#shared/domain/usage/component-usage';
import { aUuid } from '#test/builders/builders';
import { type Begun, begunOrder, clusterOf, nodesOf, stepWorldPerFile } from '../_worlds/step-world.ts';

const world = await stepWorldPerFile();

const HOUR = 3600;
const usedBy = async ({ resource }: Begun) =>
  Object.fromEntries(
    (await world.store.usages.listByResource(resource.uuid)).map((usage) => [
      `${usage.billingPeriod} ${usage.type}`,
      hoursText(usage, world.clock.now()),
    ]),
  );

async function withMachines(): Promise<Begun> {
  const begun = await begunOrder(world);
  await planNodes.run(world.deps, begun.target);
  for (const node of await nodesOf(world, begun)) {
    await world.store.commit(world.store.nodes.replace(changed(node, world.clock.now(), { state: 'OK' })));
  }
  return begun;
}
async function finishedCluster(): Promise<Begun> {
  const begun = await withMachines();
  await finishCreation.call(world.deps, begun.target);
  return begun;
}

const terminate = ({ resource }: Begun) =>
  terminateResource(world, world.owner, { resourceUuid: resource.uuid, correlationId: 'correlation-9' });

async function delivered(begun: Begun): Promise<void> {
  const { operationUuid = '' } = await clusterOf(world, begun);
  await finishDeletion.run(world.deps, { ...begun.target, operationUuid });
}

describe('what a cluster uses', () => {
  test('is counted for its machines from OK to the order of its end, and outlives it (R-9-118, R-9-122, R-9-123)', async () => {
    const begun = await finishedCluster();
    const specs = (await nodesOf(world, begun)).map(({ spec }) => spec);
    const sum = (of: (spec: (typeof specs)[number]) => number) => specs.reduce((total, spec) => total + of(spec), 0);
    world.clock.advance(1.5 * HOUR);
    await terminate(begun);
    world.clock.advance(HOUR);
    await delivered(begun);
    const storage = sum((spec) => spec.dataVolumes.reduce((all, { sizeMb }) => all + sizeMb, spec.systemVolumeSizeMb));
    expect(await usedBy(begun)).toEqual({
      '2026-03 cpu_hours': (sum(({ vcpus }) => vcpus) * 1.5).toFixed(2),
      '2026-03 ram_hours': ((sum(({ ramMb }) => ramMb) / 1024) * 1.5).toFixed(2),
      '2026-03 storage_hours': ((storage / 1024) * 1.5).toFixed(2),
    });
    expect((await world.store.resources.get(begun.resource.uuid)).state).toBe('Terminated');
  });

  test('is nothing before it was OK (R-9-122)', async () => {
    const begun = await begunOrder(world);
    await planNodes.run(world.deps, begun.target);
    world.clock.advance(HOUR);
    expect(await usedBy(begun)).toEqual({});
  });

  test('is counted from the next change of its machines, and not before, where it is older than the counting', async () => {
    const begun = await withMachines();
    world.clock.advance(HOUR);
    const resource = await world.store.resources.get(begun.resource.uuid);
    await world.store.commit(...(await meterCluster(world, begun.cluster, resource)));
    expect(await usedBy(begun)).toMatchObject({ '2026-03 cpu_hours': '0.00' });
    world.clock.advance(HOUR);
    const vcpus = (await nodesOf(world, begun)).reduce((sum, { spec }) => sum + spec.vcpus, 0);
    expect(await usedBy(begun)).toMatchObject({ '2026-03 cpu_hours': vcpus.toFixed(2) });
  });

  test('is counted once when the last step comes twice', async () => {
    const begun = await finishedCluster();
    world.clock.advance(HOUR);
    const before = await usedBy(begun);
    await finishCreation.call(world.deps, begun.target);
    expect(await usedBy(begun)).toEqual(before);
    expect((await world.store.usages.listByResource(begun.resource.uuid)).map(({ version }) => version)).toEqual([
      0, 0, 0,
    ]);
  });

  test('is whole when it is terminated months later and no schedule has run', async () => {
    const begun = await finishedCluster();
    world.clock.advance(70 * 24 * HOUR);
    await terminate(begun);
    const usages = await world.store.usages.listByResource(begun.resource.uuid);
    expect(usages.every(({ rate }) => rate === 0)).toBe(true);
    const cores = (await nodesOf(world, begun)).reduce((total, { spec }) => total + spec.vcpus, 0);
    const cpu = Object.entries(await usedBy(begun)).filter(([name]) => name.endsWith('cpu_hours'));
    expect(cpu.map(([name]) => name.slice(0, 7))).toEqual(['2026-03', '2026-04', '2026-05']);
    expect(cpu.reduce((total, [, hours]) => total + Number(hours), 0)).toBeCloseTo(cores * 70 * 24, 1);
  });

  test('is charged at the prices of its plan, and at changed ones from the next month on', async () => {
    const begun = await withMachines();
    const charge = async (cpu_hours: string) => {
      const offering = await world.store.offerings.get(begun.resource.offeringUuid);
      const plans = [{ uuid: aUuid(), name: 'Default', description: '', prices: { cpu_hours } }];
      await world.store.commit(world.store.offerings.replace(changed(offering, world.clock.now(), { plans })));
    };
    const prices = async () =>
      (await world.store.usages.listByResource(begun.resource.uuid))
        .filter(({ type }) => type === 'cpu_hours')
        .map(({ billingPeriod, price }) => [billingPeriod, price]);
    await charge('0.02');
    await finishCreation.call(world.deps, begun.target);
    await charge('0.03');
    const month = periodOf(world.clock.now());
    expect(await prices()).toEqual([[month, '0.02']]);
    world.clock.advance(31 * 24 * HOUR);
    await rollOverUsageMonths({ ...world, log: world.deps.log });
    expect(await prices()).toEqual([
      [month, '0.02'],
      [periodOf(world.clock.now()), '0.03'],
    ]);
  });
});
