import { describe, expect, test } from 'vitest';
import type { CapiObject, ClusterApi } from './cluster-api-under-test.ts';
import { byAge, conditionOf, EVENTUALLY, namesOf, type PoolUnderTest, shownConditions } from './pool-under-test.ts';

const ownersOf = ({ metadata }: CapiObject) =>
  metadata.ownerReferences.map(({ kind, name, uid, controller, blockOwnerDeletion }) => ({
    ...{ kind, name, uid, controller, blockOwnerDeletion },
  }));
const controlledBy = (kind: string, { metadata: { name, uid } }: CapiObject) => [
  { kind, name, uid, controller: true, blockOwnerDeletion: true },
];

export function scalingCases(opened: () => ClusterApi, newPool: () => PoolUnderTest): void {
  describe('numbers of machines', () => {
    test('a pool is one MachineDeployment with one MachineSet and its machines, each owned by the one above it (T24, T25, S2-014)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 2, labels: { zone: 'a' } });
      const machines = await pool.running(2);
      const deployment = await pool.deployment();
      const [set, ...others] = await pool.sets();
      if (!set) throw new Error('The pool has no MachineSet.');
      expect(others).toEqual([]);
      expect(set.metadata.name).toMatch(new RegExp(`^${pool.name}-[a-z0-9]{5}$`));
      expect(ownersOf(set)).toEqual(controlledBy('MachineDeployment', deployment));
      expect(deployment.metadata).toMatchObject({
        annotations: { 'machinedeployment.clusters.x-k8s.io/revision': '1' },
        finalizers: ['cluster.x-k8s.io/machinedeployment'],
      });
      expect(set.metadata).toMatchObject({
        annotations: {
          'cluster.x-k8s.io/disable-machine-create': 'false',
          'machinedeployment.clusters.x-k8s.io/desired-replicas': '2',
          'machinedeployment.clusters.x-k8s.io/max-replicas': '3',
          'machinedeployment.clusters.x-k8s.io/revision': '1',
        },
        finalizers: ['cluster.x-k8s.io/machineset'],
      });
      const hash = set.metadata.labels['machine-template-hash'];
      expect(hash).toMatch(new RegExp(`^\\d+-${set.metadata.name.slice(-5)}$`));
      for (const machine of machines) {
        expect(machine.metadata.name).toMatch(new RegExp(`^${set.metadata.name}-[a-z0-9]{5}$`));
        expect(ownersOf(machine)).toEqual(controlledBy('MachineSet', set));
        expect(machine.metadata.finalizers).toEqual(['machine.cluster.x-k8s.io']);
        expect(machine.metadata.labels).toMatchObject({
          ...{ zone: 'a', 'machine-template-hash': hash, 'cluster.x-k8s.io/set-name': set.metadata.name },
          'cluster.x-k8s.io/deployment-name': pool.name,
        });
        const { name } = machine.metadata;
        expect(machine.spec).toMatchObject({ bootstrap: { configRef: { name } }, infrastructureRef: { name } });
        expect(machine.status.nodeRef).toEqual({ name });
      }
    });

    test('conditions of a pool that runs, of its set and of its machines (T35, T62)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 1 });
      const [machine] = await pool.running(1);
      const [set] = await pool.sets();
      const common = [
        ...['RollingOut False NotRollingOut', 'Remediating False NotRemediating'],
        ...['ScalingDown False NotScalingDown', 'ScalingUp False NotScalingUp'],
        ...['MachinesReady True Ready', 'MachinesUpToDate True UpToDate'],
        ...['Paused False NotPaused', 'Deleting False NotDeleting'],
      ];
      const deployment = async () => shownConditions(await pool.deployment());
      await expect.poll(deployment, EVENTUALLY).toEqual(['Available True Available', ...common]);
      expect(set && shownConditions(set)).toEqual(common.slice(1));
      // The conditions `PlanApplied` and `Reconciled` come from Rancher's planner, so they are ignored.
      const isOwn = (text: string): boolean => !/^(PlanApplied|Reconciled) /.test(text);
      expect(machine && shownConditions(machine).filter(isOwn)).toEqual([
        ...['Available True Available', 'Ready True Ready', 'UpToDate True UpToDate'],
        ...['BootstrapConfigReady True Ready', 'InfrastructureReady True Ready'],
        ...['NodeHealthy True NodeHealthy', 'NodeReady True NodeReady'],
        ...['Updating False NotUpdating', 'Paused False NotPaused', 'Deleting False NotDeleting'],
      ]);
      const counts = { replicas: 1, readyReplicas: 1, availableReplicas: 1, upToDateReplicas: 1 };
      expect((await pool.deployment()).status).toMatchObject({ ...counts, phase: 'Running' });
      expect(set?.status).toMatchObject(counts);
    });

    test('conditions of a cluster whose pools run (T62, S2-036)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 1 });
      await pool.running(1);
      const shown = async () => {
        const cluster = (await opened().list('cluster')).find(({ metadata }) => metadata.name === opened().cluster);
        return cluster && [cluster.status.phase, ...shownConditions(cluster)];
      };
      await expect
        .poll(shown, EVENTUALLY)
        .toEqual([
          ...['Provisioned', 'Available True Available', 'RemoteConnectionProbe True ProbeSucceeded'],
          ...['InfrastructureReady True Ready', 'ControlPlaneInitialized True Initialized'],
          ...['ControlPlaneAvailable True Available', 'WorkersAvailable True Available'],
          ...['RollingOut False NotRollingOut', 'Remediating False NotRemediating'],
          ...['ScalingDown False NotScalingDown', 'ScalingUp False NotScalingUp'],
          ...['ControlPlaneMachinesReady True Ready', 'WorkerMachinesReady True Ready'],
          ...['ControlPlaneMachinesUpToDate True UpToDate', 'WorkerMachinesUpToDate True UpToDate'],
          ...['Paused False NotPaused', 'Deleting False NotDeleting'],
        ]);
    });

    test('more machines leave those that are there, and fewer take the oldest (T22, T24, S2-014)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 1 });
      const [first] = await pool.running(1);
      await pool.write({ replicas: 3 });
      expect(namesOf(await pool.running(3))).toContain(first?.metadata.name);
      await pool.write({ replicas: 2 });
      expect(namesOf(await pool.running(2))).not.toContain(first?.metadata.name);
    });

    test('a machine that was chosen goes first, whatever its age (T29)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 3 });
      const machines = await pool.running(3);
      const youngest = machines.toSorted(byAge).at(-1);
      if (!youngest) throw new Error('The pool has no machine.');
      await pool.annotate(youngest, { 'cluster.x-k8s.io/delete-machine': '' });
      await pool.write({ replicas: 2 });
      expect(namesOf(await pool.running(2))).toEqual(namesOf(machines.filter((one) => one !== youngest)));
    });

    test('a pool without machines keeps its MachineSet, and is available (T23)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 1 });
      await pool.running(1);
      await pool.write({ replicas: 0 });
      await pool.running(0);
      expect((await pool.sets()).map(({ spec }) => spec.replicas)).toEqual([0]);
      const shown = async () => {
        const deployment = await pool.deployment();
        return [deployment.status.phase, ...shownConditions(deployment)];
      };
      await expect
        .poll(shown, EVENTUALLY)
        .toEqual(expect.arrayContaining(['Running', 'Available True Available', 'MachinesReady True NoReplicas']));
    });

    test('while there are too many machines it says so, with both numbers (T34, T35)', async () => {
      const pool = newPool();
      await pool.write({ replicas: 2 });
      await pool.running(2);
      await pool.write({ replicas: 0 });
      const shown = async () => {
        const deployment = await pool.deployment();
        return { phase: deployment.status.phase, message: conditionOf(deployment, 'ScalingDown')?.message };
      };
      const leaving = { phase: 'ScalingDown', message: 'Scaling down from 2 to 0 replicas' };
      await expect.poll(shown, { ...EVENTUALLY, interval: 5 }).toEqual(leaving);
      await pool.running(0);
    });
  });
}
