import { PaddockError } from '@paddock/client';
import { expect, test } from 'vitest';
import { isBeyondEnd, isTemporary, nextStepOf } from './failure.ts';

const refused = (status: number) => new PaddockError(new Response('', { status }), { detail: 'No.' });

test.each([
  [refused(401), /sign in/i],
  [refused(403), /owner/],
  [refused(400), /fields/],
  [refused(503), /correlation id/],
  [new Error('no answer'), /try again/i],
])('the next step after %s is %s', (error, step) => {
  expect(nextStepOf(error)).toMatch(step);
});

test('only failures that can pass by themselves are tried again', () => {
  expect([refused(400), refused(404), refused(502), new Error('no answer')].map(isTemporary)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test.each([
  [refused(404), 2, true],
  [refused(404), 1, false],
  [refused(403), 2, false],
  [null, 2, false],
])('after %s, page %i is beyond the end of its list: %s', (error, page, isBeyond) => {
  expect(isBeyondEnd(error, page)).toBe(isBeyond);
});
