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
