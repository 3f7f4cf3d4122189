import { describe, expect, test } from 'vitest';
import { rollOverUsageMonths } from '#shared/app/usage/roll-over-usage-months';
import { componentType } from '#shared/domain/marketplace/prices/plan-prices';
import { begunUsage, type ComponentUsage, hoursText, type MeteredUsage } from '#shared/domain/usage/component-usage';
import type { Write } from '#shared/ports/store';
import { aResource } from '#test/builders/builders';
import { newStore } from '../_worlds/new-store.ts';

const DAY = 24 * 3600;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Stores usage records of `count` clusters. Since noon on 1 March, each cluster uses two units of each component, for
 * example two vCPUs or two MB.
 */
async function runningClusters(count: number) {
  const opened = await newStore();
  const { store, clock } = opened;
  const resources = Array.from({ length: count }, () => aResource());
  for (const resource of resources) {
    const begun = componentType.options.map((type) =>
      begunUsage(resource, { type, rate: 2, since: clock.now(), now: clock.now() }),
    );
    await store.commit(...begun.map((usage) => store.usages.insert(usage)));
  }
  const turn = () => rollOverUsageMonths({ store, clock, log });
  const of = async (index: number): Promise<MeteredUsage[]> =>
    store.usages.listByResource(resources[index]?.uuid ?? '');
  const cpuOf = async (index: number) =>
    (await of(index))
      .filter(({ type }) => type === 'cpu_hours')
      .map((usage) => [usage.billingPeriod, hoursText(usage, clock.now())]);
  return { ...opened, resources, turn, of, cpuOf };
}

const MARCH = ['2026-03', '1464.00'];

describe('the schedule of usages', () => {
  test('writes nothing while no month has turned', async () => {
    const { turn, of, clock } = await runningClusters(1);
    clock.advance(29 * DAY);
    expect(await turn()).toBe(0);
    expect((await of(0)).map(({ version }) => version)).toEqual([0, 0, 0]);
  });

  test('lets what runs go on in the new month, and loses nothing when it comes late (R-9-123)', async () => {
    const { turn, cpuOf, clock } = await runningClusters(2);
    clock.advance(33 * DAY);
    expect(await turn()).toBe(2);
    const april = ['2026-04', '120.00'];
    expect([await cpuOf(0), await cpuOf(1)]).toEqual([
      [MARCH, april],
      [MARCH, april],
    ]);
  });

  test('counts nothing twice when it comes twice, or two at once', async () => {
    const { turn, cpuOf, clock } = await runningClusters(3);
    clock.advance(31 * DAY);
    await Promise.all([turn(), turn()]);
    expect(await turn()).toBe(0);
    for (const index of [0, 1, 2]) expect(await cpuOf(index)).toEqual([MARCH, ['2026-04', '24.00']]);
  });

  test('makes up for months in which it did not run', async () => {
    const { turn, cpuOf, clock } = await runningClusters(1);
    clock.advance(61.5 * DAY);
    await turn();
    expect(await cpuOf(0)).toEqual([MARCH, ['2026-04', '1440.00'], ['2026-05', '48.00']]);
  });

  test('one cluster that fails keeps no other waiting, and is reported', async () => {
    const { store, resources, cpuOf, clock } = await runningClusters(2);
    clock.advance(31 * DAY);
    const first = [...resources].map(({ uuid }) => uuid).sort()[0];
    const insert = (item: ComponentUsage): Write => {
      if (item.resourceUuid === first) throw new Error('no');
      return store.usages.insert(item);
    };
    const failing = { ...store, usages: { ...store.usages, insert } };
    await expect(rollOverUsageMonths({ store: failing, clock, log })).rejects.toThrow('of 1 resources');
    const other = resources.findIndex(({ uuid }) => uuid !== first);
    expect(await cpuOf(other)).toHaveLength(2);
  });
});
