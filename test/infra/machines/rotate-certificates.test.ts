import { beforeAll, expect, test } from 'vitest';
import { DEFAULT_DEADLINES } from '#machines/deadlines';
import { type Asl, aslOf } from '../asl.ts';
import { synth } from '../synth.ts';
import { happyPath } from './happy-path.ts';

let machine: Asl;
beforeAll(() => {
  machine = aslOf(synth(), 'rotate-certificates');
}, 60_000);

test('Rancher is asked, waited for, and that it has finished is written', () => {
  const decisions = { StartRotationDone: 'BeginWatchRotation' };
  const tasks = happyPath(machine, decisions).filter((id) => machine.States[id]?.Type === 'Task');
  expect(tasks).toEqual(['BeginRotation', 'StartRotation', 'WatchRotation', 'FinishRotation']);
});

test('the wait is one callback task with a deadline of its own, and the machine outlives it', () => {
  const { upgradeStarted, certificatesRotated } = DEFAULT_DEADLINES;
  expect(machine.States.WatchRotation).toMatchObject({
    Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
    Arguments: {
      Payload: { step: 'watch.watchRotation', input: { deadlineMs: `{% ${certificatesRotated * 1000} %}` } },
    },
  });
  expect(machine.TimeoutSeconds).toBeGreaterThanOrEqual(upgradeStarted + certificatesRotated);
});
