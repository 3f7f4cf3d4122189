import { beforeAll, expect, test } from 'vitest';
import { type Asl, aslOf } from '../asl.ts';
import { synth } from '../synth.ts';
import { happyPath } from './happy-path.ts';

let machine: Asl;
beforeAll(() => {
  machine = aslOf(synth(), 'delete-node');
}, 60_000);

const DECIDED = {
  IsRegistered: 'BeginDrainNode',
  DrainNodeDone: 'BeginRemoveMachine',
};
const taskOrder = (decisions: Record<string, string> = {}) =>
  happyPath(machine, { ...DECIDED, ...decisions }).filter((id) => machine.States[id]?.Type === 'Task');

test('a node is drained, then its machine leaves Rancher, then its server goes with what it leaves, then what is left of it in Rancher, then its record (S0-383, R-9-42)', () => {
  expect(taskOrder()).toEqual([
    ...['BeginNodeDeletion', 'DrainNode', 'RemoveMachine', 'DeleteServer', 'CheckServerGone', 'DeleteLeftovers'],
    ...['RemoveNode', 'PullCluster', 'FinishNodeDeletion'],
  ]);
});

test.each([
  ['IsRegistered', '$isRegistered', 'BeginDrainNode', 'BeginRemoveMachine'],
  ['HasCredential', '$hasCredential', 'RevokeVaultCredentialsNeeded', 'IsRegistered'],
  ['IsManaged', '$managed', 'ReleasePlace', 'FinishNodeDeletion'],
])('%s: where %s, %s, and otherwise %s', (id, condition, then, otherwise) => {
  expect(machine.States[id]).toMatchObject({
    Choices: [{ Condition: `{% ${condition} %}`, Next: then }],
    Default: otherwise,
  });
});

test('one that never came to Rancher is not drained, and what it was to join with goes first', () => {
  const decisions = { IsRegistered: 'BeginRemoveMachine', HasCredential: 'RevokeVaultCredentialsNeeded' };
  const order = taskOrder({ ...decisions, RevokeVaultCredentialsNeeded: 'RevokeVaultCredentials' });
  expect(order.slice(0, 4)).toEqual(['BeginNodeDeletion', 'RevokeVaultCredentials', 'RevokeToken', 'RemoveMachine']);
});

test('in a managed cluster its place in the tenant goes before its record', () => {
  expect(taskOrder({ IsManaged: 'ReleasePlace' }).slice(-2)).toEqual(['ReleasePlace', 'FinishNodeDeletion']);
});

test('a drain is looked at every five seconds (S0-415)', () => {
  expect(machine.States.DrainNodePause).toMatchObject({ Type: 'Wait', Seconds: 5, Next: 'DrainNode' });
});

test('figures that Rancher does not show keep no node from going', () => {
  expect(machine.States.PullCluster).toMatchObject({ Catch: [{ Next: 'Superseded' }, { Next: 'IsManaged' }] });
});
