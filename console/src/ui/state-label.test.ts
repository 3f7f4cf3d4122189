import { expect, test } from 'vitest';
import { isBusy, stateText, toneOf } from './state-label.ts';

test.each([
  ['OK', 'good', 'OK'],
  ['CREATION_SCHEDULED', 'busy', 'Creation scheduled'],
  ['pending-consumer', 'busy', 'Pending consumer'],
  ['executing', 'busy', 'Executing'],
  ['ERRED', 'bad', 'Erred'],
  ['rejected', 'bad', 'Rejected'],
  ['Terminated', 'neutral', 'Terminated'],
  ['', 'neutral', 'Unknown'],
])('the state %j is %s and reads %j', (state, tone, text) => {
  expect([toneOf(state), stateText(state)]).toEqual([tone, text]);
});

test('only states that pass by themselves are followed closely', () => {
  const states = ['CREATING', 'DELETING', 'executing', 'OK', 'ERRED', 'pending-consumer', undefined];
  expect(states.filter(isBusy)).toEqual(['CREATING', 'DELETING', 'executing']);
});
