import { PaddockError, PaddockUnreachable } from '@paddock/client';
import { expect, test } from 'vitest';
import { CommandError } from '../command-error.ts';
import { recordedIo } from '../io/recorded-io.ts';
import { type Poll, poll } from './poll.ts';

const failure = (status: number, headers: Record<string, string> = {}) =>
  new PaddockError(new Response('', { status, headers }), undefined);
const lost = new PaddockUnreachable('http://x', new Error('ECONNRESET'));

/** Polls a function that returns these results one after the other: an error, nothing yet, or the found value. */
async function polled(looks: readonly (Error | string | undefined)[], given: Partial<Poll<string>> = {}) {
  const pauses: number[] = [];
  const io = recordedIo();
  const left = [...looks];
  const look = async () => {
    const next = left.shift();
    if (next instanceof Error) throw next;
    return next === undefined ? undefined : { found: next };
  };
  const sleep = async (ms: number) => {
    pauses.push(ms);
    await io.sleep(ms);
  };
  const ended = await poll({ ...io, sleep }, { look, ...given }).catch((error: unknown) => error);
  return { ended, pauses };
}

test.each([
  ['a busy Paddock', failure(429)],
  ['a deployment', failure(503)],
  ['a failure of Paddock', failure(500)],
  ['a lost connection', lost],
])('%s does not end it', async (_, error) => {
  expect(await polled([undefined, error, 'found'])).toEqual({ ended: 'found', pauses: [2000, 2000] });
});

test('a failure that does not pass ends it', async () => {
  const refused = failure(403);
  expect(await polled([undefined, refused, 'found'])).toEqual({ ended: refused, pauses: [2000] });
});

test('thirty failures in a row are tolerated, and not one more', async () => {
  const thirty = Array.from({ length: 30 }, () => lost);
  expect((await polled([...thirty, undefined, ...thirty, 'found'])).ended).toBe('found');
  expect((await polled([...thirty, lost, 'found'])).ended).toBe(lost);
});

test('the next look comes as late as the API asks for, and not earlier than always', async () => {
  const looks = [failure(429, { 'retry-after': '7' }), failure(503, { 'retry-after': '1' }), undefined, 'found'];
  expect((await polled(looks)).pauses).toEqual([7000, 2000, 2000]);
});

test('the last look is at the deadline', async () => {
  const now = recordedIo().now();
  const late = new CommandError('Too late.', 6);
  const deadline = { at: now + 5000, error: () => late };
  expect(await polled([], { deadline })).toEqual({ ended: late, pauses: [2000, 2000, 1000] });
  const looks = [failure(429, { 'retry-after': '60' }), 'found'];
  expect(await polled(looks, { deadline })).toEqual({ ended: 'found', pauses: [5000] });
});

test('somebody who leaves is advised what goes on', async () => {
  const io = recordedIo({ interrupted: AbortSignal.abort() });
  const look = async () => Promise.reject(new DOMException('', 'AbortError'));
  await expect(poll(io, { look, interruptedText: 'It goes on.' })).rejects.toMatchObject({
    code: 130,
    nextStep: 'It goes on.',
  });
});
