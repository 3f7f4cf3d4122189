import { beforeAll, expect, test } from 'vitest';
import { type Asl, aslOf } from '../asl.ts';
import { synth } from '../synth.ts';

let machine: Asl;
beforeAll(() => {
  machine = aslOf(synth(), 'watch-nodes');
}, 60_000);

test('the wait is one callback task that gets its token and how long has been waited', () => {
  expect(machine.States.WatchNodes).toMatchObject({
    Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
    Arguments: {
      Payload: {
        step: 'watch.watchNodes',
        input: {
          taskToken: '{% $states.context.Task.Token %}',
          waitedMs: '{% ($millis() - $waitBeganMs) %}',
          nodeUuids: '{% $states.context.Execution.Input.nodeUuids %}',
          deadlineMs: '{% $states.context.Execution.Input.deadlineMs %}',
        },
      },
    },
  });
});

test('the time waited counts from before the loop, not from the last look', () => {
  const { StartAt, States } = machine;
  expect(States[StartAt]).toMatchObject({
    Type: 'Pass',
    Assign: { waitBeganMs: '{% $millis() %}', wokenMs: '{% $millis() %}', wakeUps: 0 },
    Next: 'WatchNodes',
  });
  const again = Object.entries(States).filter(([, { Next, Default }]) => [Next, Default].includes(StartAt));
  expect(again).toEqual([]);
});

test('a wake-up looks again, and only a look that says ready goes on', () => {
  expect(machine.States.WatchNodesReady).toMatchObject({
    Choices: [{ Condition: '{% $states.input.ready %}', Next: 'NodesActive' }, {}, {}],
    Default: 'WatchNodes',
  });
});

const WOKEN = { wokenMs: '{% $millis() %}', wakeUps: '{% $wakeUps + 1 %}' };

test('patience begins again with a wake-up, and after many grows with the whole wait', () => {
  expect(machine.States.WatchNodesReady).toMatchObject({ Assign: WOKEN });
  expect(machine.States.WatchNodesReady?.Choices[2]).toMatchObject({ Assign: WOKEN });
  const timeout = machine.States.WatchNodes?.TimeoutSeconds;
  expect(timeout).toContain(
    '$max([2, $round(($millis() - $wokenMs) / 10000), $round(($millis() - $waitBeganMs) * $min([1, $wakeUps / 20]) / 20000)])',
  );
});

test('wake-ups that follow a look within a second are answered by one more, a second later', () => {
  expect(machine.States.WatchNodesReady?.Choices[2]).toMatchObject({
    Condition: '{% $exists($states.input.soon) %}',
    Next: 'WatchNodesDebounce',
  });
  expect(machine.States.WatchNodesDebounce).toMatchObject({ Type: 'Wait', Seconds: 1, Next: 'WatchNodes' });
});

test('servers that failed to build are made again by a child of their own, and the wait goes on under the same deadline', () => {
  expect(machine.States.WatchNodesReady?.Choices[1]).toEqual({
    Condition: '{% $exists($states.input.replace) %}',
    Next: 'ReplaceServers',
  });
  expect(machine.States.ReplaceServers).toMatchObject({
    Next: 'WatchNodes',
    Arguments: {
      Input: { nodeUuids: '{% $states.input.replace %}' },
      // The name is different each time the state machine enters the state. It stays the same when the start is
      // retried.
      Name: expect.stringContaining("'-ReplaceServers' & '-' & $string($toMillis($states.context.State.EnteredTime))"),
    },
  });
});

test('a timeout is the fallback look and not a retried failure', () => {
  const retried = machine.States.WatchNodes?.Retry.flatMap(({ ErrorEquals }) => ErrorEquals);
  expect(retried).not.toContain('States.Timeout');
});
