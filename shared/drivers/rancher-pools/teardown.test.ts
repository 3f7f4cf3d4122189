import { expect, test } from 'vitest';
import { aMachinePools } from '#test/builders/pool-builders';
import { keyPairsOf } from './teardown.ts';

const KEY = 'a'.repeat(64);
const cluster = { machinePools: { ...aMachinePools(), machineNames: ['prod-workers-x1', 'prod-workers-bcdfg-hjklm'] } };

test.each([
  ['a machine of the cluster', `prod-workers-x1-${KEY}`, true],
  ['a machine that nobody has observed, of the same MachineSet', `prod-workers-bcdfg-npqrs-${KEY}`, true],
  ['a machine of another MachineSet', `prod-workers-bcdfh-npqrs-${KEY}`, false],
  ['a person, with the name of a MachineSet', `prod-workers-bcdfg-other-${KEY}`, false],
  ['a machine of another cluster', `prod-workers-y1-${KEY}`, false],
  ['a machine whose name begins so', `prod-workers-x1-2-${KEY}`, false],
  ['a person, with the name of a machine', 'prod-workers-x1', false],
  ['a person, with a short suffix', 'prod-workers-x1-abc', false],
])('the key pair of %s: %s is the cluster’s: %s (S2-001)', (_what, name, isOwn) => {
  expect(keyPairsOf(cluster, [name])).toEqual(isOwn ? [name] : []);
});

test('a cluster without pools has no key pairs', () => {
  expect(keyPairsOf({ machinePools: undefined }, [`prod-workers-x1-${KEY}`])).toEqual([]);
});
