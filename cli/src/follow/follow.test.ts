import type { Order } from '@paddock/client';
import { expect, test } from 'vitest';
import { recordedIo } from '../io/recorded-io.ts';
import { isReached } from './follow.ts';
import { AGAIN, nextStepOf } from './last-error.ts';
import { progressOn } from './progress.ts';
import { stateText } from './state-text.ts';

const ERROR = {
  ...{ code: 'QUOTA_EXCEEDED' as const, message: 'No room.', step: 'ensureServer', at: '2026-11-27T12:00:00Z' },
  ...{ retryable: true, owner: 'user' as const },
};
const followed = (goal: 'OK' | 'deleted') => ({ name: 'demo', cluster: 'c', goal, timeoutMs: 1 });
const order = (state: Order['state'], last_error: Order['last_error'] = null) => ({
  ...{
    state,
    last_error,
    resource_name: 'demo',
    consumer_rejection_comment: 'Too large.',
    provider_rejection_comment: '',
  },
});
const cluster = (state: 'OK' | 'CREATING' | 'ERRED') => ({ state, last_error: state === 'ERRED' ? ERROR : null });

test.each([
  ['an order that is carried out', 'OK', cluster('OK'), order('executing'), false],
  ['an order that is done', 'OK', cluster('OK'), order('done'), true],
  ['a deletion whose cluster is gone before its order is done', 'deleted', undefined, order('executing'), false],
  ['a cluster that is being changed', 'OK', cluster('CREATING'), undefined, false],
  ['a cluster that can be used', 'OK', cluster('OK'), undefined, true],
  ['a cluster that is still there', 'deleted', cluster('OK'), undefined, false],
  ['a cluster that is gone', 'deleted', undefined, undefined, true],
] as const)('what is waited for: %s', (_, goal, present, placed, expected) => {
  expect(isReached(followed(goal), present, placed)).toBe(expected);
});

test.each([
  [
    'an order fails',
    cluster('CREATING'),
    order('erred', ERROR),
    'The order of demo has failed in ensureServer: No room. (QUOTA_EXCEEDED)',
    6,
  ],
  ['an order is rejected', cluster('CREATING'), order('rejected'), 'The order of demo was rejected.', 6],
  ['a cluster fails', cluster('ERRED'), undefined, 'demo has failed in ensureServer: No room. (QUOTA_EXCEEDED)', 6],
  ['a cluster is deleted meanwhile', undefined, undefined, 'demo was deleted.', 3],
] as const)('waiting ends with an error when %s', (_, present, placed, message, code) => {
  expect(() => isReached(followed('OK'), present, placed)).toThrow(expect.objectContaining({ message, code }));
});

test('who rejects an order says why', () => {
  expect(() => isReached(followed('OK'), undefined, order('rejected'))).toThrow(
    expect.objectContaining({ nextStep: 'Too large.' }),
  );
});

test.each([
  ['an order', cluster('CREATING'), order('erred', ERROR), 'run `paddock order retry demo`'],
  ['a change', cluster('ERRED'), undefined, 'start the same change again, which continues it'],
] as const)('who waits for %s that fails is advised how it is tried again', (_, present, placed, again) => {
  const nextStep = `You can correct this yourself; then ${again}.`;
  expect(() => isReached(followed('OK'), present, placed)).toThrow(expect.objectContaining({ nextStep }));
});

test('what Paddock observes needs no other attempt', () => {
  expect(nextStepOf({ ...ERROR, step: 'watch-clusters' }, AGAIN.change)).toBe(
    'You can correct this yourself; then Paddock notices it within minutes.',
  );
});

test.each([
  [{ state: 'CREATING', progress: 42, current_step: 'Waiting for nodes' }, 'CREATING, 42 %, Waiting for nodes'],
  [{ state: 'CREATION_SCHEDULED', progress: 0, current_step: '' }, 'CREATION_SCHEDULED'],
  [{ state: 'OK', progress: 100, current_step: '' }, 'OK'],
] as const)('what a cluster does now: %j', (shown, expected) => {
  expect(stateText(shown)).toBe(expected);
});

const EVENT = {
  created: '2026-11-27T12:00:00',
  step: 's',
  message: 'Node is active',
  node_name: 'n1',
  level: 'info' as const,
};

test('on a terminal the last line is replaced, elsewhere only changes are printed', () => {
  const [terminal, pipe] = [recordedIo({ showsProgress: true, columns: 30 }), recordedIo()];
  for (const io of [terminal, pipe]) {
    const progress = progressOn(io);
    progress.now('CREATING');
    progress.now('CREATING');
    progress.event(EVENT);
    progress.event({ ...EVENT, node_name: null, level: 'error' });
    progress.now('a text that is longer than the terminal');
    progress.end();
  }
  expect(pipe.stderr()).toBe(
    [
      ...['0s  CREATING', '12:00:00  n1: Node is active', '12:00:00  error: Node is active'],
      ...['0s  a text that is longer than the terminal', ''],
    ].join('\n'),
  );
  const clear = '\r\u001b[K';
  expect(terminal.stderr()).toBe(
    [
      `0s  CREATING${clear}0s  CREATING${clear}12:00:00  n1: Node is active\n`,
      `${clear}12:00:00  error: Node is active\n${clear}0s  a text that is longer tha${clear}`,
    ].join(''),
  );
});
