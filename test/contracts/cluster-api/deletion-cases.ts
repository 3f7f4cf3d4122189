import { describe, expect, test } from 'vitest';
import type { ClusterApi } from './cluster-api-under-test.ts';
import { conditionOf, EVENTUALLY, isLeaving, namesOf, type PoolUnderTest } from './pool-under-test.ts';

const HOOKS = 'delete.hook.machine.cluster.x-k8s.io/test';

export function deletionCases(opened: () => ClusterApi, newPool: () => PoolUnderTest): void {
  describe('deletions', () => {
    test('a machine that is deleted is made again under another name (T29)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 1 });
      const [gone] = await pool.running(1);
      const name = gone?.metadata.name ?? '';
      expect((await opened().remove('machine', name)).status).toBe(200);
      await pool.only((all) => !namesOf(all).includes(name));
      const [next] = await pool.running(1);
      expect(next?.metadata.name).not.toBe(name);
    });

    test.each([
      ['pre-drain', 'WaitingForPreDrainHook'],
      ['pre-terminate', 'WaitingForPreTerminateHook'],
    ])('a machine with a %s hook stays until nobody holds it any more: %s (T31)', async (when, reason) => {
      const pool = newPool();
      await pool.write({ replicas: 1 });
      const [held] = await pool.running(1);
      if (!held) throw new Error('The pool has no machine.');
      const hook = `${when}.${HOOKS}`;
      await pool.annotate(held, { [hook]: 'a test' });
      await opened().remove('machine', held.metadata.name);
      const shown = async () => (await pool.machines()).find(({ metadata }) => metadata.uid === held.metadata.uid);
      const deleting = async () => {
        const machine = await shown();
        return machine && { phase: machine.status.phase, ...conditionOf(machine, 'Deleting') };
      };
      const message = `Waiting for ${when} hooks to succeed (hooks: ${hook})`;
      await expect
        .poll(deleting, EVENTUALLY)
        .toEqual({ phase: 'Deleting', type: 'Deleting', status: 'True', reason, message });
      await pool.annotate(held, { [hook]: null });
      await expect.poll(shown, EVENTUALLY).toBeUndefined();
      await pool.running(1);
    });

    test('machines and sets go with the deployment of their pool (T11)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 2 });
      await pool.running(2);
      await pool.leave();
      await expect.poll(async () => (await pool.machines()).every(isLeaving), EVENTUALLY).toBe(true);
      await expect.poll(async () => [...(await pool.machines()), ...(await pool.sets())], EVENTUALLY).toEqual([]);
      const left = async () => namesOf(await opened().list('machinedeployment'));
      await expect.poll(left, EVENTUALLY).not.toContain(pool.name);
    });

    test('a MachineSet that somebody deletes is made again, with other machines (T24)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 1 });
      const before = await pool.running(1);
      const [set] = await pool.sets();
      const name = set?.metadata.name ?? '';
      expect((await opened().remove('machineset', name)).status).toBe(200);
      await pool.only((all) => all.length === 1 && namesOf(all)[0] !== namesOf(before)[0]);
      await pool.running(1);
      await expect.poll(async () => namesOf(await pool.sets()), EVENTUALLY).not.toContain(name);
      expect(await pool.sets()).toHaveLength(1);
    });

    test('a machine that somebody has paused is not deleted before it goes on (T61)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 1 });
      const [machine] = await pool.running(1);
      if (!machine) throw new Error('The pool has no machine.');
      const { name } = machine.metadata;
      await pool.annotate(machine, { 'cluster.x-k8s.io/paused': '' });
      const found = async () => (await pool.machines()).find(({ metadata }) => metadata.name === name) ?? machine;
      const paused = async () => conditionOf(await found(), 'Paused');
      const message = 'Machine has the cluster.x-k8s.io/paused annotation';
      await expect.poll(paused, EVENTUALLY).toMatchObject({ status: 'True', reason: 'Paused', message });
      expect((await opened().remove('machine', name)).status).toBe(200);
      // Waits until a machine of another pool is deleted. By then, Cluster API would also have deleted the paused
      // machine if it ignored the pause.
      const other = newPool();
      await other.write({ replicas: 1 });
      const [further] = await other.running(1);
      await opened().remove('machine', further?.metadata.name ?? '');
      await other.only((all) => all.length === 1 && namesOf(all)[0] !== further?.metadata.name);
      expect((await found()).status.phase).toBe('Running');
      expect(isLeaving(await found())).toBe(true);
      await pool.annotate(machine, { 'cluster.x-k8s.io/paused': null });
      await pool.only((all) => !namesOf(all).includes(name));
      await pool.running(1);
    });

    test('a deployment that somebody has paused by its annotation is left alone (T61)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 1 });
      await pool.running(1);
      const pause = (text: string | null) =>
        opened().patch('machinedeployment', pool.name, {
          metadata: { annotations: { 'cluster.x-k8s.io/paused': text } },
        });
      await pause('');
      const paused = async () => conditionOf(await pool.deployment(), 'Paused');
      await expect.poll(paused, EVENTUALLY).toMatchObject({
        status: 'True',
        reason: 'Paused',
        message: 'MachineDeployment has the cluster.x-k8s.io/paused annotation',
      });
      await pool.write({ replicas: 2 });
      await expect.poll(async () => (await pool.deployment()).spec.replicas, EVENTUALLY).toBe(2);
      expect((await pool.deployment()).status.replicas).toBe(1);
      expect((await pool.sets())[0]?.spec.replicas).toBe(1);
      await pause(null);
      await pool.running(2);
    });
  });
}
