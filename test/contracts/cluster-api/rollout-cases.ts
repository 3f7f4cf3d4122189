import { describe, expect, test } from 'vitest';
import type { CapiObject } from './cluster-api-under-test.ts';
import { conditionOf, EVENTUALLY, isAvailable, isComing, namesOf, type PoolUnderTest } from './pool-under-test.ts';

/**
 * Waits until all machines are replaced. Returns the highest number of machines and the lowest number of available
 * machines until then.
 */
async function watched(pool: PoolUnderTest, before: readonly CapiObject[]) {
  const old = new Set(namesOf(before));
  const counts = { most: 0, least: Number.POSITIVE_INFINITY };
  await expect
    .poll(
      async () => {
        const machines = await pool.machines();
        counts.most = Math.max(counts.most, machines.length);
        counts.least = Math.min(counts.least, machines.filter(isAvailable).length);
        const isNew = ({ metadata }: CapiObject): boolean => !old.has(metadata.name);
        return machines.length === old.size && machines.every((machine) => isNew(machine) && isAvailable(machine));
      },
      { ...EVENTUALLY, interval: 5 },
    )
    .toBe(true);
  return counts;
}

export function rolloutCases(newPool: () => PoolUnderTest): void {
  describe('another template', () => {
    test('replaces all machines, with one more meanwhile and none missing, and takes the old MachineSet away (T15, T24, S2-008)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 3 });
      const before = await pool.running(3);
      const [first] = await pool.sets();
      await pool.write({ replicas: 3, template: 'second' });
      expect(await watched(pool, before)).toEqual({ most: 4, least: 3 });
      await expect.poll(async () => (await pool.sets()).length, EVENTUALLY).toBe(1);
      const [second] = await pool.sets();
      expect(second?.metadata.uid).not.toBe(first?.metadata.uid);
      expect(second?.metadata.annotations).toMatchObject({ 'machinedeployment.clusters.x-k8s.io/revision': '2' });
    });

    test('replaces machines without one more where a pool may lack one (T24)', async () => {
      const pool = newPool();
      const rollingUpdate = { maxSurge: 0, maxUnavailable: 1 };
      await pool.write({ replicas: 2, rollingUpdate });
      const before = await pool.running(2);
      await pool.write({ replicas: 2, rollingUpdate, template: 'second' });
      expect(await watched(pool, before)).toEqual({ most: 2, least: 1 });
    });

    test('waits for its first machine, and goes back when the former template is asked for again (T12, T15)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 2 });
      const before = await pool.running(2);
      const [set] = await pool.sets();
      await pool.keptFromJoining(async () => {
        await pool.write({ replicas: 2, template: 'second' });
        const waiting = await pool.only((all) => all.length === 3 && all.some(isComing));
        expect(namesOf(waiting)).toEqual(expect.arrayContaining(namesOf(before)));
        const rolling = async () => conditionOf(await pool.deployment(), 'RollingOut');
        await expect.poll(rolling, EVENTUALLY).toMatchObject({ status: 'True', reason: 'RollingOut' });
        expect((await rolling())?.message).toMatch(/^Rolling out 2 not up-to-date replicas\n/);
        const status = async () => (await pool.deployment()).status;
        await expect.poll(status, EVENTUALLY).toMatchObject({ phase: 'ScalingDown', upToDateReplicas: 1 });
        await pool.write({ replicas: 2, template: 'first' });
        expect(namesOf(await pool.running(2))).toEqual(namesOf(before));
      });
      await expect.poll(async () => namesOf(await pool.sets()), EVENTUALLY).toEqual([set?.metadata.name]);
      const [again] = await pool.sets();
      expect(again?.metadata.annotations).toMatchObject({ 'machinedeployment.clusters.x-k8s.io/revision': '3' });
    });
  });

  describe('the same template', () => {
    test('labels, timeouts and the limits of rollouts reach machines as they are (T14, T58, S2-013)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 1, labels: { zone: 'a', disk: 'ssd' } });
      const before = await pool.running(1);
      await pool.write({ replicas: 1, labels: { zone: 'b' }, drainTimeoutSeconds: 90, rollingUpdate: { maxSurge: 2 } });
      const shown = async () => {
        const [machine] = await pool.machines();
        return { zone: machine?.metadata.labels.zone, deletion: machine?.spec.deletion };
      };
      await expect
        .poll(shown, EVENTUALLY)
        .toEqual({ zone: 'b', deletion: { nodeDrainTimeoutSeconds: 90, nodeDeletionTimeoutSeconds: 10 } });
      const after = await pool.running(1);
      expect(after[0]?.metadata).toMatchObject({ uid: before[0]?.metadata.uid });
      expect(after[0]?.metadata.labels).not.toHaveProperty('disk');
      expect(await pool.sets()).toHaveLength(1);
    });
  });

  describe('a pool that is paused', () => {
    test('is scaled (T28)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 1, paused: true });
      expect(await pool.sets()).toEqual([]);
      await pool.write({ replicas: 1, paused: false });
      const [first] = await pool.running(1);
      await pool.write({ replicas: 2, paused: true });
      expect(namesOf(await pool.running(2))).toContain(first?.metadata.name);
    });

    // If no MachineSet has the new template, the controller of a paused deployment stops early and does not scale.
    test('is neither scaled nor rolled to another template until it goes on (T28)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 1 });
      const before = await pool.running(1);
      await pool.write({ replicas: 2, template: 'second', paused: true });
      await expect
        .poll(async () => (await pool.deployment()).spec, EVENTUALLY)
        .toMatchObject({ replicas: 2, paused: true });
      expect(namesOf(await pool.machines())).toEqual(namesOf(before));
      await pool.write({ replicas: 2, template: 'second', paused: false });
      await pool.only(
        (all) =>
          all.length === 2 && all.every((one) => isAvailable(one) && !namesOf(before).includes(one.metadata.name)),
      );
    });
  });
}
