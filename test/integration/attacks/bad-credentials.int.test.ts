import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { apiTokenText } from '#shared/domain/identity/api-token';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { type ApiUnderTest, apiUnderTest, type Person } from '../_worlds/api-under-test.ts';

let api: ApiUnderTest;
let victim: Person;
beforeEach(async () => {
  api = await apiUnderTest();
  victim = await api.person();
});

const HERE = '192.0.2.7';
const guess = (sourceIp: string, user = randomIds.uuid()) =>
  api.ask('GET', 'users/me/', { token: apiTokenText(user, randomIds.token()), sourceIp });
async function guessOften(times: number, sourceIp: (index: number) => string, user?: string) {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) statuses.push((await guess(sourceIp(index), user)).status);
  return statuses;
}

test('with a token a call is answered, without one it is not (S0-156)', async () => {
  expect((await api.ask('GET', 'users/me/', { token: victim.token, sourceIp: HERE })).status).toBe(200);
  expect((await api.ask('GET', 'users/me/', { sourceIp: HERE })).status).toBe(401);
});

test('guesses of tokens from one address have to wait until the quarter of an hour is over', async () => {
  expect(new Set(await guessOften(30, () => HERE))).toEqual(new Set([401]));
  const answer = await guess(HERE);
  expect(answer).toMatchObject({ status: 429, body: { detail: 'Too many failed attempts, try again later.' } });
  expect(Number(answer.headers['retry-after'])).toBe(900);
  expect((await guess('192.0.2.8')).status).toBe(401);
  api.clock.advance(900);
  expect((await guess(HERE)).status).toBe(401);
});

test('guesses of one user’s token from ever other addresses have to wait, too', async () => {
  const statuses = await guessOften(101, (index) => `198.51.100.${index}`, victim.user.uuid);
  expect([statuses.filter((status) => status === 401).length, statuses.at(-1)]).toEqual([100, 429]);
});

test('nobody locks somebody else out: a good token works from an address, and for a user, that guesses were counted for', async () => {
  await guessOften(101, () => HERE, victim.user.uuid);
  const answer = await api.ask('GET', 'users/me/', { token: victim.token, sourceIp: HERE });
  expect(answer).toMatchObject({ status: 200, body: { uuid: victim.user.uuid } });
});

test('operators see each guess, also those that have to wait, and nothing else', async () => {
  await guessOften(32, () => HERE);
  await api.ask('GET', 'users/me/', { token: victim.token, sourceIp: HERE });
  await api.ask('GET', 'users/me/', { sourceIp: HERE });
  const guesses = { name: 'BadCredentials', value: 1, dimensions: {} };
  expect(api.recorded.filter(({ name }) => name === 'BadCredentials')).toEqual(
    Array.from({ length: 32 }, () => guesses),
  );
});

test('a token that was good is no guess: expired ones, and calls without any, are not counted', async () => {
  const idle = await api.person({ isActive: false });
  const body = { name: 'short', expires_at: new Date(api.clock.now().getTime() + 60_000).toISOString() };
  const ended = z.object({ token: z.string() }).parse((await api.ask('POST', 'api-tokens/', { ...victim, body })).body);
  api.clock.advance(61);
  for (let index = 0; index < 31; index += 1) {
    expect((await api.ask('GET', 'users/me/', { token: idle.token, sourceIp: HERE })).status).toBe(401);
    const answer = await api.ask('GET', 'users/me/', { token: ended.token, sourceIp: HERE });
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Token has expired.' } });
    expect((await api.ask('GET', 'users/me/', { sourceIp: HERE })).status).toBe(401);
  }
  expect((await guess(HERE)).status).toBe(401);
});
