import { beforeAll, expect, test } from 'vitest';
import { DEFAULT_DEADLINES } from '#machines/deadlines';
import { type Asl, aslOf } from '../asl.ts';
import { synth } from '../synth.ts';
import { happyPath } from './happy-path.ts';

let machine: Asl;
beforeAll(() => {
  machine = aslOf(synth(), 'operate-cluster');
}, 60_000);

test('Rancher is asked, waited for, and that it has finished is written (T45, D7)', () => {
  const decisions = { RequestOperationDone: 'BeginWatchOperation' };
  const tasks = happyPath(machine, decisions).filter((id) => machine.States[id]?.Type === 'Task');
  expect(tasks).toEqual(['BeginOperation', 'RequestOperation', 'WatchOperation', 'FinishOperation']);
});

test('the wait is one callback task with a deadline of its own, and the machine outlives it (D3)', () => {
  const { upgradeStarted, operationEnded } = DEFAULT_DEADLINES;
  expect(machine.States.WatchOperation).toMatchObject({
    Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
    Arguments: {
      Payload: { step: 'watch.watchOperation', input: { deadlineMs: `{% ${operationEnded * 1000} %}` } },
    },
  });
  expect(machine.TimeoutSeconds).toBeGreaterThanOrEqual(upgradeStarted + operationEnded);
});
