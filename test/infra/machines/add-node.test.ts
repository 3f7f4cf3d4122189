import { beforeAll, expect, test } from 'vitest';
import { type Asl, aslOf } from '../asl.ts';
import { synth } from '../synth.ts';
import { happyPath } from './happy-path.ts';

let machine: Asl;
beforeAll(() => {
  machine = aslOf(synth(), 'add-node');
}, 60_000);

test('the registration token is read before the machine is made; the node is watched once, and the cluster’s figures are looked at behind it (S0-200, S0-206, R-9-59)', () => {
  const tasks = happyPath(machine).filter((id) => machine.States[id]?.Type === 'Task');
  expect(tasks).toEqual([
    ...['BeginNode', 'EnsureRegistration', 'EnsureServer', 'WatchNode', 'PullCluster', 'RetireToken', 'FinishNode'],
  ]);
});
