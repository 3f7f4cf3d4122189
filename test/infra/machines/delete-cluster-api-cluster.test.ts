import { beforeAll, expect, test } from 'vitest';
import { type Asl, aslOf } from '../asl.ts';
import { synth } from '../synth.ts';
import { happyPath } from './happy-path.ts';

let machine: Asl;
beforeAll(() => {
  machine = aslOf(synth({ PADDOCK_LEFTOVERS_GONE_TIMEOUT_SECONDS: '700' }), 'delete-cluster-api-cluster');
}, 60_000);

test('load balancers go before the cluster, all else of the cloud after it, the credential last (M25)', () => {
  expect(happyPath(machine).filter((id) => machine.States[id]?.Type === 'Task')).toEqual([
    ...['ListNodes', 'DeleteLoadBalancers', 'DeleteCluster', 'DeleteLeftovers', 'DeleteCloudCredential'],
    ...['SweepOpenStack', 'SweepClusterApi', 'FinishDeletion'],
  ]);
});

test('machines are waited for before the objects that they need are deleted, and the sweeps name what is left (M25)', () => {
  expect(machine.States.DeleteClusterDone).toMatchObject({ Choices: [{ Next: 'BeginWatchDeletion' }] });
  expect(machine.States.WatchDeletionReady).toMatchObject({
    Choices: [
      { Condition: '{% $states.input.ready %}', Next: 'BeginDeleteObjects' },
      { Condition: '{% $exists($states.input.overdue) %}', Next: 'SweepOpenStack' },
      { Next: 'WatchDeletionDebounce' },
    ],
  });
});

test('load balancers that are made while the machines go are deleted too, because they hold the network (M25)', () => {
  expect(machine.States.WatchDeletion?.Catch?.[0]).toMatchObject({
    ...{ ErrorEquals: ['States.Timeout'], Next: 'DeleteLateLoadBalancers' },
  });
  expect(machine.States.DeleteLateLoadBalancers).toMatchObject({ Next: 'WatchDeletion' });
});

test.each([
  ['DeleteLoadBalancers', 'load balancers'],
  ['DeleteObjects', 'objects in Cluster API'],
  ['DeleteLeftovers', 'volumes, load balancers, groups'],
])('%s ends at its deadline, and the sweeps name what is left (M25)', (id, what) => {
  expect(machine.States[`${id}Done`]).toMatchObject({
    Choices: [
      { Condition: '{% $states.input.gone %}' },
      { Next: 'SweepOpenStack', Assign: { late: `After 700 s, not all was deleted (${what}). ` } },
    ],
  });
});
