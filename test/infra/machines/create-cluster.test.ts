import { beforeAll, expect, test } from 'vitest';
import { type Asl, aslOf, type State } from '../asl.ts';
import { synth } from '../synth.ts';
import { happyPath } from './happy-path.ts';

let machine: Asl;
beforeAll(() => {
  const own = { PADDOCK_FIRST_NODES_TIMEOUT_SECONDS: '700', PADDOCK_FURTHER_NODES_TIMEOUT_SECONDS: '800' };
  machine = aslOf(synth(own), 'create-cluster');
}, 60_000);
const state = (id: string): State => machine.States[id] ?? expect.fail(`there is no state ${id}`);
const taskOrder = (decisions: Record<string, string>) =>
  happyPath(machine, decisions).filter((id) => ['Task', 'Map'].includes(state(id).Type));

test('servers and the first agent are made and active before the other agents are made', () => {
  expect(taskOrder({ HasRest: 'EnsureRestServers' })).toEqual([
    'PlanNodes',
    'EnsureCluster',
    'EnsureFirstServers',
    'WatchFirstNodes',
    'EnsureRestServers',
    'WatchRestNodes',
    'WatchCluster',
    'PullCluster',
    'RetireToken',
    'FinishCreation',
  ]);
});

test('with a Vault its credentials are there before the first machine and gone when all are active (S0-136, S0-147, S0-186, S0-197)', () => {
  const decisions = { PutVaultCredentialsNeeded: 'PutVaultCredentials', HasRest: 'EnsureRestServers' };
  const order = taskOrder({ ...decisions, DeleteVaultCredentialsNeeded: 'DeleteVaultCredentials' });
  expect(order.slice(0, 3)).toEqual(['PlanNodes', 'EnsureCluster', 'PutVaultCredentials']);
  expect(order.slice(-5)).toEqual([
    'WatchCluster',
    'PullCluster',
    'DeleteVaultCredentials',
    'RetireToken',
    'FinishCreation',
  ]);
});

test.each(['PutVaultCredentials', 'DeleteVaultCredentials'])(
  '%s is passed by where the provider has no Vault, without a Lambda call (S0-187, S0-296)',
  (id) => {
    expect(state(`${id}Needed`)).toMatchObject({ Choices: [{ Condition: '{% $uses.vault %}', Next: id }] });
    expect(state(`${id}Needed`).Default).toBe(state(id).Next);
    expect(state('PlanNodes').Assign).toMatchObject({ uses: '{% $states.result.Payload.uses %}' });
  },
);

test('without other agents there is no second wave', () => {
  expect(state('HasRest').Choices).toMatchObject([{ Condition: '{% $count($rest) > 0 %}' }]);
  expect(taskOrder({ HasRest: 'BeginWatchCluster' })).not.toContain('EnsureRestServers');
});

test('nodes of a wave are made ten at a time, each by its own step', () => {
  const { MaxConcurrency, ItemProcessor } = state('EnsureRestServers');
  expect(MaxConcurrency).toBe(10);
  expect(ItemProcessor?.States.EnsureRestServer).toMatchObject({
    Arguments: { Payload: { step: 'openstack.ensureServer', input: { nodeUuid: '{% $states.input %}' } } },
    Catch: [{ ErrorEquals: ['States.ALL'], Next: 'EnsureRestServerLost' }],
  });
});

test('one lost node does not stop the others, but the machine ends with its error when all were tried', () => {
  expect(state('EnsureFirstServers')).toMatchObject({ Output: '{% [$states.result[$exists(lost)].lost] %}' });
  expect(state('EnsureFirstServersDone')).toMatchObject({
    Choices: [
      { Condition: "{% 'Superseded' in $states.input.error %}", Next: 'Superseded' },
      { Next: 'RecordFailure', Assign: { failure: '{% $states.input[0] %}' } },
    ],
    Default: 'WatchFirstNodes',
  });
});

test('a Rancher that never assigns an id ends in BootstrapTimeout, not in an endless wait', () => {
  const [ready, late] = state('EnsureClusterDone').Choices;
  expect(ready).toMatchObject({ Condition: '{% $states.input.ready %}', Next: 'PutVaultCredentialsNeeded' });
  expect(late).toMatchObject({
    Condition: '{% ($millis() - $waitBeganMs) >= 600000 %}',
    Next: 'RecordFailure',
    Assign: { failure: { error: 'BootstrapTimeout', step: 'rancher.ensureCluster' } },
  });
});

test.each([
  ['WatchFirstNodes', 700_000],
  ['WatchRestNodes', 800_000],
])('%s has a deadline of its own', (id, deadlineMs) => {
  expect(state(id)).toMatchObject({ Arguments: { Input: { deadlineMs } } });
});

test('the cluster has a deadline of its own, which the step gets', () => {
  expect(state('WatchCluster')).toMatchObject({
    Arguments: { Payload: { input: { deadlineMs: '{% 900000 %}', waitedMs: '{% ($millis() - $waitBeganMs) %}' } } },
  });
});

test('the token that was in user data is retired before the order is done', () => {
  const path = happyPath(machine, { HasRest: 'BeginWatchCluster' });
  expect(path.indexOf('RetireToken')).toBeLessThan(path.indexOf('FinishCreation'));
});
