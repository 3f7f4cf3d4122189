import { describe, expect, test } from 'vitest';
import type { CapiObject, ClusterApi, PoolWish } from './cluster-api-under-test.ts';
import { conditionOf, EVENTUALLY, isComing, namesOf, type PoolUnderTest } from './pool-under-test.ts';

type Health = NonNullable<PoolWish['health']>;
const health = (more: Partial<Health> = {}): Health => ({ unhealthySeconds: 300, ...more });

/** The reasons why machines of the pool become unhealthy, collected until `isDone` is true. */
async function reasonsUntil(pool: PoolUnderTest, isDone: (machines: CapiObject[]) => boolean): Promise<Set<string>> {
  const seen = new Set<string>();
  await expect
    .poll(
      async () => {
        const machines = await pool.machines();
        for (const machine of machines) {
          const { status, reason, message } = conditionOf(machine, 'HealthCheckSucceeded') ?? {};
          if (status === 'False') seen.add(`${reason}: ${message}`);
        }
        return isDone(machines);
      },
      { ...EVENTUALLY, interval: 5 },
    )
    .toBe(true);
  return seen;
}
const lacks = (name: string) => (machines: CapiObject[]) => !namesOf(machines).includes(name);

export function healthCases(opened: () => ClusterApi, newPool: () => PoolUnderTest): void {
  describe('health checks', () => {
    async function checked(replicas: number, checks: Health) {
      const pool = newPool();
      await pool.write({ replicas, health: checks });
      const machines = await pool.running(replicas);
      const count = async () => (await pool.healthCheck()).status.currentHealthy;
      await expect.poll(count, EVENTUALLY).toBe(replicas);
      return { pool, names: namesOf(machines), machines };
    }

    test('one that was not asked for a limit replaces all that is broken (T10, T60)', async () => {
      const { pool, names } = await checked(2, health());
      const check = await pool.healthCheck();
      expect(check.spec).toMatchObject({
        checks: { nodeStartupTimeoutSeconds: 600 },
        remediation: { triggerIf: { unhealthyLessThanOrEqualTo: '100%' } },
      });
      expect(check.status).toMatchObject({ expectedMachines: 2, currentHealthy: 2, targets: names });
      expect(conditionOf(check, 'RemediationAllowed')).toMatchObject({ status: 'True', reason: 'RemediationAllowed' });
    });

    test('a machine whose node somebody has deleted is replaced (T60)', async () => {
      const { pool, names } = await checked(2, health());
      const [lost = ''] = names;
      await opened().deleteNode(lost);
      expect([...(await reasonsUntil(pool, lacks(lost)))]).toEqual([
        `NodeDeleted: Health check failed:\n  * Node ${lost} has been deleted`,
      ]);
      await pool.running(2);
    });

    test('a machine whose node is silent for too long is replaced (T60)', async () => {
      const { pool, names } = await checked(1, health({ unhealthySeconds: 1 }));
      const [lost = ''] = names;
      await opened().loseNode(lost);
      const why = 'Condition Ready on Node is reporting status Unknown with reason NodeStatusUnknown for more than 1s';
      expect([...(await reasonsUntil(pool, lacks(lost)))]).toEqual([`UnhealthyNode: Health check failed:\n  * ${why}`]);
      await pool.running(1);
    });

    test('a machine that gets no node in time is replaced (T60)', async () => {
      const pool = newPool();
      await pool.keptFromJoining(async () => {
        await pool.write({ replicas: 1, health: health({ nodeStartupSeconds: 30 }) });
        const [waiting] = await pool.only((all) => all.some(isComing));
        expect([...(await reasonsUntil(pool, lacks(waiting?.metadata.name ?? '')))]).toEqual([
          'NodeStartupTimeout: Health check failed:\n  * Node failed to report startup in 30s',
        ]);
      });
    });

    test('nothing is replaced where more is broken than the limit allows, and all once it does (T60)', async () => {
      const { pool, names } = await checked(2, health({ maxUnhealthy: '0' }));
      const [lost = ''] = names;
      await opened().deleteNode(lost);
      const allowed = async () => conditionOf(await pool.healthCheck(), 'RemediationAllowed');
      await expect.poll(allowed, EVENTUALLY).toMatchObject({
        ...{ status: 'False', reason: 'TooManyUnhealthy' },
        message:
          'Remediation is not allowed, the number of not started or unhealthy machines exceeds maxUnhealthy (total: 2, unhealthy: 1, maxUnhealthy: 0)',
      });
      expect(namesOf(await pool.machines())).toEqual(names);
      expect((await pool.healthCheck()).status).toMatchObject({ currentHealthy: 1, remediationsAllowed: 0 });
      await pool.write({ replicas: 2, health: health({ maxUnhealthy: '1' }) });
      await pool.only(lacks(lost));
      await pool.running(2);
    });

    test('a range comes before the limit (T60)', async () => {
      const { pool, names } = await checked(2, health({ unhealthyRange: '[2-2]' }));
      await opened().deleteNode(names[0] ?? '');
      const allowed = async () => conditionOf(await pool.healthCheck(), 'RemediationAllowed');
      await expect
        .poll(async () => (await allowed())?.message, EVENTUALLY)
        .toBe(
          'Remediation is not allowed, the number of not started or unhealthy machines does not fall within the range (total: 2, unhealthy: 1, unhealthyRange: [2-2])',
        );
      await opened().deleteNode(names[1] ?? '');
      await pool.only((all) => names.every((name) => !namesOf(all).includes(name)));
    });

    test('a machine of an old template is left to the rollout, and replaced when its template is asked for again (T60)', async () => {
      const { pool, names } = await checked(1, health());
      const [old = ''] = names;
      await pool.keptFromJoining(async () => {
        await pool.write({ replicas: 1, health: health(), template: 'second' });
        await pool.only((all) => all.length === 2 && all.some(isComing));
        await opened().deleteNode(old);
        const found = async () => (await pool.machines()).find(({ metadata }) => metadata.name === old);
        const remediated = async () => conditionOf((await found()) ?? (await pool.deployment()), 'OwnerRemediated');
        await expect.poll(remediated, EVENTUALLY).toMatchObject({
          ...{ status: 'False', reason: 'CannotBeRemediated' },
          message: "Machine won't be remediated because it is pending removal due to rollout",
        });
        expect((await found())?.metadata).not.toHaveProperty('deletionTimestamp');
      });
      await pool.write({ replicas: 1, health: health() });
      await pool.only(lacks(old));
      await pool.running(1);
    });

    test('a machine is replaced or left alone by its annotations (T61)', async () => {
      const { pool, machines } = await checked(2, health());
      const [wished, spared] = machines;
      if (!wished || !spared) throw new Error('The pool has no machines.');
      await pool.annotate(spared, { 'cluster.x-k8s.io/skip-remediation': '' });
      await expect
        .poll(async () => (await pool.healthCheck()).status.targets, EVENTUALLY)
        .toEqual([wished.metadata.name]);
      await opened().deleteNode(spared.metadata.name);
      await pool.annotate(wished, { 'cluster.x-k8s.io/remediate-machine': '' });
      expect([...(await reasonsUntil(pool, lacks(wished.metadata.name)))]).toEqual([
        'HasRemediateAnnotation: Health check failed: marked for remediation via cluster.x-k8s.io/remediate-machine annotation',
      ]);
      await pool.only((all) => all.length === 2 && namesOf(all).includes(spared.metadata.name));
    });
  });
}
