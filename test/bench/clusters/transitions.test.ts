import { expect, test } from 'vitest';
import type { History } from './histories.ts';
import { eventsOnAws, largestPayload, transitionsOf } from './transitions.ts';

type Seen = [type: string, name: string];
const history = (...seen: Seen[]): History => ({
  machine: 'bench-watch-nodes',
  name: 'o1-WatchFirstNodes',
  events: seen.flatMap(([type, name]) => [
    {
      type: `${type}StateEntered` as 'TaskStateEntered',
      id: 1,
      timestamp: new Date(0),
      stateEnteredEventDetails: { name, input: '{}' },
    },
    ...(type === 'Task' ? [{ type: 'TaskScheduled' as const, id: 2, timestamp: new Date(0) }] : []),
  ]),
});
const LOOK: Seen = ['Task', 'WatchNodes'];
const READY: Seen = ['Choice', 'WatchNodesReady'];
const ONCE = [['Pass', 'BeginWatchNodes'], LOOK, READY, ['Succeed', 'NodesActive']] satisfies Seen[];

test('a wait that is over at its first look costs its states and no look', () => {
  expect(transitionsOf([history(...ONCE)], 0)).toEqual({ planned: 4, looks: 0 });
});

test('a fallback look costs one transition more, a wake-up two, and both are distinguished from what was planned', () => {
  const fallback = history(['Pass', 'BeginWatchNodes'], LOOK, ...ONCE.slice(1));
  expect(transitionsOf([fallback], 0)).toEqual({ planned: 4, looks: 1 });
  const woken = history(['Pass', 'BeginWatchNodes'], LOOK, READY, ...ONCE.slice(1));
  expect(transitionsOf([woken], 0)).toEqual({ planned: 4, looks: 2 });
});

test('a pause and the look after it are three transitions; what Maps do in their iterations is added', () => {
  const loop = history(
    ['Task', 'Gone'],
    ['Choice', 'GoneDone'],
    ['Wait', 'GonePause'],
    ['Task', 'Gone'],
    ['Choice', 'GoneDone'],
  );
  expect(transitionsOf([loop], 6)).toEqual({ planned: 2 + 6, looks: 3 });
});

test('a task that is tried again is a transition more, as AWS bills it', () => {
  const retried = history(['Task', 'PlanNodes']);
  retried.events.push({ type: 'TaskScheduled', id: 3, timestamp: new Date(0) });
  expect(transitionsOf([retried], 0)).toEqual({ planned: 2, looks: 0 });
});

test('the history counts what AWS writes and the emulator does not', () => {
  expect(eventsOnAws(history(['Pass', 'A']), 5)).toBe(1);
  expect(eventsOnAws(history(['Task', 'A']), 5)).toBe(3);
  expect(eventsOnAws(history(LOOK), 5)).toBe(4);
  expect(eventsOnAws(history(['Map', 'A']), 5)).toBe(3 + 5 * 7);
  expect(largestPayload([history(...ONCE)])).toBe(2);
});
