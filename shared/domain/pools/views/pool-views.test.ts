import { describe, expect, test } from 'vitest';
import { joinMachines, type SeenMachine, shownObjects } from './machines-and-nodes.ts';
import { clusterPhaseOf, deploymentPhaseOf, machinePhase, machinePhaseOf } from './phases.ts';
import { poolCounts } from './pool-counts.ts';

describe('the state of a pool', () => {
  const rows: [string, numbers: [number, number, number, number], counts: [number, number, number, number]][] = [
    ['whole', [3, 3, 3, 3], [0, 0, 0, 3]],
    ['ordered, with no machine yet', [3, 0, 0, 0], [3, 0, 0, 0]],
    ['with a machine that is not ready', [3, 3, 3, 2], [0, 0, 1, 2]],
    ['that rolls: a new machine beside the old ones', [3, 4, 1, 3], [0, 3, 1, 3]],
    ['that gets smaller', [1, 3, 3, 3], [0, 0, 0, 3]],
    ['with numbers that Rancher has not brought together yet', [3, 2, 2, 3], [1, 0, 0, 2]],
  ];
  test.each(rows)('%s is four numbers (T34)', (_what, [desired, replicas, upToDate, available], counts) => {
    const { pending, outdated, unavailable, ready } = poolCounts({ desired, replicas, upToDate, available });
    expect([pending, outdated, unavailable, ready]).toEqual(counts);
  });
});

describe('a phase', () => {
  test.each(machinePhase.options)('of a machine may be %s (T35)', (phase) => expect(machinePhaseOf(phase)).toBe(phase));
  test.each(['', null, undefined, 'Dreaming'])('%j is Unknown (T35)', (text) => {
    expect([machinePhaseOf(text), clusterPhaseOf(text), deploymentPhaseOf(text)]).toEqual(Array(3).fill('Unknown'));
  });
  test('of a cluster or a MachineDeployment has names of its own (T35)', () => {
    expect([clusterPhaseOf('Provisioned'), clusterPhaseOf('Running')]).toEqual(['Provisioned', 'Unknown']);
    expect([deploymentPhaseOf('ScalingUp'), deploymentPhaseOf('Provisioned')]).toEqual(['ScalingUp', 'Unknown']);
  });
});

describe('machines and nodes', () => {
  const machine = (fields: Partial<SeenMachine>): SeenMachine => ({
    ...{ name: 'm-1', poolName: 'workers', phase: 'Running', flavorId: 'f-1', imageId: 'i-1', ...fields },
  });
  const joined = machine({ nodeName: 'n-1' });
  test('are joined by the name of the node (T32, S2-018, S2-020)', () => {
    expect(joinMachines([joined], [{ name: 'n-1' }])).toEqual([
      { kind: 'joined', machine: joined, node: { name: 'n-1' } },
    ]);
  });
  test('are joined by the machine’s name while Rancher has not named the node (T32)', () => {
    const fresh = machine({});
    const node = { name: 'n-1', machineName: 'm-1' };
    expect(joinMachines([fresh], [node])).toEqual([{ kind: 'joined', machine: fresh, node }]);
    expect(joinMachines([fresh], [{ name: 'n-1' }]).map(({ kind }) => kind)).toEqual(['joining', 'orphan']);
  });
  test('that have no other side are shown, too (T32)', () => {
    const joining = machine({ name: 'm-2', phase: 'Provisioning' });
    const lost = machine({ name: 'm-3', nodeName: 'n-3' });
    expect(joinMachines([joined, joining, lost], [{ name: 'n-9' }, { name: 'n-1' }])).toEqual([
      { kind: 'joined', machine: joined, node: { name: 'n-1' } },
      { kind: 'joining', machine: joining },
      { kind: 'lost', machine: lost },
      { kind: 'orphan', node: { name: 'n-9' } },
    ]);
  });
});

test.each([
  ['provisioned, with machines', true, 3, 'machines'],
  ['provisioned, before its first machine', true, 0, 'machines'],
  ['with machines of another way', false, 1, 'machines'],
  ['imported', false, 0, 'nodes'],
] as const)(
  'the view of a cluster that is %s (T33, S2-015, S2-016, S2-017)',
  (_what, isProvisioned, machineCount, shown) => {
    expect(shownObjects({ isProvisioned, machineCount })).toBe(shown);
  },
);
