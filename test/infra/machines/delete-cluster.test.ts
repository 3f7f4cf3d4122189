import { beforeAll, expect, test } from 'vitest';
import { type Asl, aslOf } from '../asl.ts';
import { synth } from '../synth.ts';
import { happyPath } from './happy-path.ts';

let machine: Asl;
beforeAll(() => {
  const own = {
    PADDOCK_SERVERS_GONE_TIMEOUT_SECONDS: '600',
    PADDOCK_LEFTOVERS_GONE_TIMEOUT_SECONDS: '700',
    PADDOCK_CLUSTER_GONE_TIMEOUT_SECONDS: '800',
  };
  machine = aslOf(synth(own), 'delete-cluster');
}, 60_000);

const taskOrder = (decisions?: Record<string, string>) =>
  happyPath(machine, decisions).filter((id) => ['Task', 'Map'].includes(machine.States[id]?.Type ?? ''));

test('things go in dependency order, and the sweeps come before the records', () => {
  expect(taskOrder()).toEqual([
    'ListNodes',
    'DeleteServers',
    'CheckServersGone',
    'DeleteLeftovers',
    'DeleteCluster',
    'SweepOpenStack',
    'SweepRancher',
    'FinishDeletion',
  ]);
});

test('nothing is deleted while a step of an operation before this one is at work on the cluster', () => {
  expect(machine.States.ListNodesDone).toMatchObject({
    Choices: [
      { Condition: '{% $states.input.alone %}', Next: 'DeleteServers' },
      { Next: 'RecordFailure', Assign: { failure: { error: 'DeletionBlocked', step: 'records.listNodes' } } },
    ],
    Default: 'ListNodesPause',
  });
});

test('with a Vault its credentials go behind the machines, and are looked for before the end (S0-137)', () => {
  const order = taskOrder({
    DeleteVaultCredentialsNeeded: 'DeleteVaultCredentials',
    SweepVaultNeeded: 'SweepVault',
  });
  expect(order).toHaveLength(10);
  expect(order.slice(3, 5)).toEqual(['DeleteLeftovers', 'DeleteVaultCredentials']);
  expect(order.slice(-3)).toEqual(['SweepRancher', 'SweepVault', 'FinishDeletion']);
});

test.each([
  ['CheckServersGone', 600, 'servers'],
  ['DeleteLeftovers', 700, 'ports and volumes'],
  ['DeleteCluster', 800, 'cluster in Rancher'],
])(
  '%s looks again until all is gone; at its deadline of %i s, and no look later, the sweeps name what is left',
  (id, seconds, what) => {
    expect(machine.States[`${id}Done`]).toMatchObject({
      Choices: [
        { Condition: '{% $states.input.gone %}' },
        {
          Condition: `{% ($millis() - $waitBeganMs) >= ${seconds}000 %}`,
          Next: 'SweepOpenStack',
          Assign: { late: `After ${seconds} s, not all was deleted (${what}). ` },
        },
      ],
      Default: `${id}Pause`,
    });
    expect(machine.States[`${id}Pause`]).toMatchObject({
      ...{ Type: 'Wait', Next: id },
      Seconds: expect.stringContaining(`$ceil((${seconds}000 - ($millis() - $waitBeganMs)) / 1000)`),
    });
    for (const sweep of ['SweepOpenStack', 'SweepRancher']) {
      expect(machine.States[sweep]).toMatchObject({ Arguments: { Payload: { input: { late: '{% $late %}' } } } });
    }
    expect(machine.States.ListNodes).toMatchObject({ Assign: { late: '' } });
  },
);
