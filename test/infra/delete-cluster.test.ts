import { beforeAll, expect, test } from 'vitest';
import { type Asl, aslOf } from './asl.ts';
import { happyPath } from './happy-path.ts';
import { synth } from './synth.ts';

let machine: Asl;
beforeAll(() => {
  machine = aslOf(synth({ PADDOCK_DELETION_TIMEOUT_SECONDS: '600' }), 'delete-cluster');
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

test('with a Vault its credentials go behind the machines, and are looked for before the end (S0-137)', () => {
  const order = taskOrder({
    DeleteVaultCredentialsNeeded: 'DeleteVaultCredentials',
    SweepVaultNeeded: 'SweepVault',
  });
  expect(order).toHaveLength(10);
  expect(order.slice(3, 5)).toEqual(['DeleteLeftovers', 'DeleteVaultCredentials']);
  expect(order.slice(-3)).toEqual(['SweepRancher', 'SweepVault', 'FinishDeletion']);
});

test.each(['CheckServersGone', 'DeleteLeftovers', 'DeleteCluster'])(
  '%s looks again until all is gone; at the deadline the sweeps name what is left',
  (id) => {
    expect(machine.States[`${id}Done`]).toMatchObject({
      Choices: [
        { Condition: '{% $states.input.gone %}' },
        {
          Condition: '{% ($millis() - $waitBeganMs) > 600000 %}',
          Next: 'SweepOpenStack',
        },
      ],
      Default: `${id}Pause`,
    });
    expect(machine.States[`${id}Pause`]).toMatchObject({ Type: 'Wait', Next: id });
  },
);
