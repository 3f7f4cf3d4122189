import { beforeAll, expect, test } from 'vitest';
import { type Asl, aslOf } from './asl.ts';
import { happyPath } from './happy-path.ts';
import { synth } from './synth.ts';

let machine: Asl;
beforeAll(() => {
  machine = aslOf(synth({ PADDOCK_DELETION_TIMEOUT_SECONDS: '600' }), 'delete-cluster');
}, 60_000);

test('things go in dependency order, and the sweeps come before the records', () => {
  const tasks = happyPath(machine).filter((id) => ['Task', 'Map'].includes(machine.States[id]?.Type ?? ''));
  expect(tasks).toEqual([
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

test.each([
  ['CheckServersGone', 'openstack.checkServersGone'],
  ['DeleteLeftovers', 'openstack.deleteLeftovers'],
  ['DeleteCluster', 'rancher.deleteCluster'],
])('%s looks again until all is gone, and names what is left at the deadline', (id, step) => {
  expect(machine.States[`${id}Done`]).toMatchObject({
    Choices: [
      { Condition: '{% $states.input.gone %}' },
      {
        Condition: '{% ($millis() - $waitBeganMs) > 600000 %}',
        Next: 'RecordFailure',
        Assign: {
          failure: { error: 'DeletionBlocked', step, cause: expect.stringContaining('still there 600 s after') },
        },
      },
    ],
    Default: `${id}Pause`,
  });
  expect(machine.States[`${id}Pause`]).toMatchObject({ Type: 'Wait', Next: id });
});
