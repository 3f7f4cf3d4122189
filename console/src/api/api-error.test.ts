import { expect, test } from 'vitest';
import { ApiError, faultsOf, nextStepOf } from './api-error.ts';

test('each fault has the path of its field', () => {
  const body = { name: ['Too long.', 'Not a name.'], nodes: [{}, { flavor: ['Unknown.'] }] };
  expect(faultsOf(body)).toEqual([
    { path: 'name', message: 'Too long.' },
    { path: 'name', message: 'Not a name.' },
    { path: 'nodes.1.flavor', message: 'Unknown.' },
  ]);
});

test.each([
  [409, { detail: 'The cluster is being changed.' }, 'The cluster is being changed.'],
  [400, { non_field_errors: ['One server is too few.'] }, 'One server is too few.'],
  [400, ['Wrong state.'], 'Wrong state.'],
  [400, { end_date: ['In the past.'] }, 'end date: In the past.'],
  [502, '', 'Paddock answered with the status 502.'],
  [0, undefined, 'Paddock did not answer.'],
])('the answer %i with %j is the sentence %j', (status, body, sentence) => {
  expect(new ApiError(status, body).message).toBe(sentence);
});

test.each([
  [401, /sign in/i],
  [403, /owner/],
  [400, /fields/],
  [503, /correlation id/],
  [0, /try again/i],
])('the next step after %i is %s', (status, step) => {
  expect(nextStepOf(status)).toMatch(step);
});
