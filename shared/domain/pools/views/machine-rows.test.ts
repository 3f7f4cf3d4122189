import { describe, expect, test } from 'vitest';
import { aCluster } from '#test/builders/builders';
import { aMachinePools, aShownMachine } from '#test/builders/pool-builders';
import { machineRows, machineRowsOfAll } from './machine-rows.ts';

const cluster = aCluster({ name: 'prod', machinePools: aMachinePools() });
const [servers, workers] = cluster.machinePools?.pools ?? [];
const node = (name: string) => ({ name, state: 'active', roles: ['worker' as const], isReady: true });

test('machines and nodes of a cluster have its pools, and those without the other side are shown (T32, S2-015, S2-018)', () => {
  const [one, gone] = [aShownMachine({ nodeName: 'm-1' }), aShownMachine({ name: 'm-2', poolName: 'former' })];
  expect(machineRows(cluster, [one, gone], [node('m-1'), node('n-9')])).toEqual([
    { cluster, poolUuid: workers?.uuid, kind: 'joined', machine: one, node: node('m-1') },
    { cluster, kind: 'joining', machine: gone },
    { cluster, kind: 'orphan', node: node('n-9') },
  ]);
});

describe('machines of all clusters of a Rancher', () => {
  const machine = aShownMachine({ poolName: 'servers', nodeName: 'm-1' });
  test('are those of the given clusters only (S2-021)', () => {
    const listed = ['prod', 'other', ''].map((provisioningName) => ({ provisioningName, machine }));
    expect(machineRowsOfAll([cluster], listed)).toEqual([
      { cluster, poolUuid: servers?.uuid, kind: 'joined', machine },
    ]);
  });

  test('belong to a renamed cluster by its first name (S2-021)', () => {
    const renamed = { ...cluster, provisioningName: 'first' };
    const listed = ['prod', 'first'].map((provisioningName) => ({ provisioningName, machine }));
    expect(machineRowsOfAll([renamed], listed)).toHaveLength(1);
  });

  test('without a node are joining (T32)', () => {
    const fresh = aShownMachine({ phase: 'Provisioning' });
    expect(machineRowsOfAll([cluster], [{ provisioningName: 'prod', machine: fresh }])).toMatchObject([
      { kind: 'joining', poolUuid: workers?.uuid },
    ]);
  });
});
