import { PaddockError, PaddockUnreachable } from '@paddock/client';
import { expect, test } from 'vitest';
import { CommandError } from './command-error.ts';
import { failureOf } from './failure.ts';

const answer = (status: number, body: unknown) =>
  new PaddockError(new Response('', { status, headers: { 'x-correlation-id': 'c0ffee' } }), body);

test.each([
  [400, 2],
  [401, 4],
  [403, 4],
  [404, 3],
  [409, 5],
  [500, 1],
  [503, 1],
])('an answer with %i ends with %i', (status, code) => {
  expect(failureOf(answer(status, { detail: 'No.' }))).toMatchObject({
    code,
    lines: ['No.', ...(status === 400 || status === 403 ? [] : [expect.any(String)])],
  });
});

test('all problems of a body are said at their fields', () => {
  expect(failureOf(answer(400, { name: ['Taken.'], nodes: [{ flavor: ['Too small.'] }] })).lines).toEqual([
    ...['The request has problems:', '  name: Taken.', '  nodes.0.flavor: Too small.'],
  ]);
});

test('a failure of Paddock is said with the id of the call', () => {
  expect(failureOf(answer(500, { detail: 'Sorry.' })).lines).toEqual(['Sorry.', 'Quote c0ffee to your operator.']);
});

test.each([
  ['a failure without an id', 502, 'Wait a minute, then try again. Ask your operator if it fails again.'],
  ['a page with 200', 200, 'Check the address, and whether a proxy is needed.'],
])('a proxy that answers instead of Paddock: %s', (_, status, nextStep) => {
  const { lines } = failureOf(new PaddockError(new Response('', { status }), '<html>'));
  expect(lines).toEqual([expect.stringMatching(/^Something other than Paddock has answered/), nextStep]);
});

test.each([
  ['a command', new CommandError('No such thing.', 3, 'Look.'), { code: 3, lines: ['No such thing.', 'Look.'] }],
  ['Ctrl-C', new DOMException('', 'AbortError'), { code: 130, lines: [] }],
  ['anything else', new Error('Oops.'), { code: 1, lines: ['Oops.'] }],
  [
    'no answer',
    new PaddockUnreachable('http://x', new Error('ECONNREFUSED')),
    { code: 1, lines: ['http://x does not answer: ECONNREFUSED.', expect.any(String)] },
  ],
])('what is said of %s', (_, error, expected) => {
  expect(failureOf(error)).toEqual(expected);
});
