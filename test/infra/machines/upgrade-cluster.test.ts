import { beforeAll, expect, test } from 'vitest';
import { DEFAULT_DEADLINES } from '#machines/deadlines';
import { type Asl, aslOf } from '../asl.ts';
import { synth } from '../synth.ts';
import { happyPath } from './happy-path.ts';

let machine: Asl;
beforeAll(() => {
  machine = aslOf(synth(), 'upgrade-cluster');
}, 60_000);

test('Rancher is asked, waited for, and what it has done is written', () => {
  const decisions = { StartUpgradeDone: 'BeginWatchUpgrade' };
  const tasks = happyPath(machine, decisions).filter((id) => machine.States[id]?.Type === 'Task');
  expect(tasks).toEqual(['BeginUpgrade', 'StartUpgrade', 'WatchUpgrade', 'FinishUpgrade']);
});

test('Rancher is asked again where others were writing, until a deadline of its own', () => {
  const { upgradeStarted } = DEFAULT_DEADLINES;
  expect(machine.States.StartUpgradeDone).toMatchObject({
    Choices: [
      { Condition: '{% $states.input.started %}', Next: 'BeginWatchUpgrade' },
      { Condition: `{% ($millis() - $waitBeganMs) >= ${upgradeStarted * 1000} %}`, Next: 'RecordFailure' },
    ],
    Default: 'StartUpgradePause',
  });
});

test('the wait is one callback task with the deadline of all nodes, and goes on only when they are done', () => {
  expect(machine.States.WatchUpgrade).toMatchObject({
    Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
    Arguments: {
      Payload: {
        step: 'watch.watchUpgrade',
        input: {
          taskToken: '{% $states.context.Task.Token %}',
          waitedMs: '{% ($millis() - $waitBeganMs) %}',
          deadlineMs: `{% ${DEFAULT_DEADLINES.nodesUpgraded * 1000} %}`,
        },
      },
    },
  });
  expect(machine.States.WatchUpgradeReady).toMatchObject({
    Choices: [{ Condition: '{% $states.input.ready %}', Next: 'FinishUpgrade' }, {}],
    Default: 'WatchUpgrade',
  });
});

test('the machine outlives its deadlines', () => {
  const { upgradeStarted, nodesUpgraded } = DEFAULT_DEADLINES;
  expect(machine.TimeoutSeconds).toBeGreaterThanOrEqual(upgradeStarted + nodesUpgraded + 3600);
});
