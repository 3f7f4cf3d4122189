import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failureOf } from '../failure.ts';
import { type PlayedApi, playedApi } from '../io/played-api.ts';
import { type RecordedIo, recordedIo } from '../io/recorded-io.ts';
import { paddock } from '../program.ts';

const DEVICE = 'POST /api/sign-in/device/';
const TOKEN = `${DEVICE}token/`;
const CODE = {
  ...{ device_code: 'd', user_code: 'ABCD', verification_uri: 'http://x/', verification_uri_complete: null },
  ...{ interval: 5, expires_in: 60 },
};
const PENDING = Response.json({ state: 'pending', token: null, expires_at: null });
const TOO_FAST = Response.json({ state: 'too_fast', token: null, expires_at: null });
const DONE = Response.json({ state: 'done', token: 'secret', expires_at: '2026-12-27T12:00:00Z' });
const BUSY = Response.json({ detail: 'Busy.' }, { status: 503, headers: { 'retry-after': '9' } });

let folder: string;
let api: PlayedApi;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-login-'));
});
afterEach(async () => {
  api.close();
  await rm(folder, { recursive: true });
});

async function signedIn(...tokens: Response[]): Promise<{ io: RecordedIo; code: number; seconds: number }> {
  api = await playedApi({
    ...{ [DEVICE]: [Response.json(CODE)], [TOKEN]: tokens },
    'GET /api/users/me/': [Response.json({ username: 'olga' })],
  });
  const io = recordedIo({ env: { XDG_CONFIG_HOME: folder } });
  const began = io.now();
  const code = await paddock(io)
    .parseAsync(['login', api.url, '--as', 'lab'], { from: 'user' })
    .then(
      () => 0,
      (error: unknown) => failureOf(error).code,
    );
  return { io, code, seconds: (io.now() - began) / 1000 };
}

test('a sign-in goes on through failures, as slowly as Paddock asks for', async () => {
  const { io, code, seconds } = await signedIn(PENDING, BUSY, TOO_FAST, DONE);
  expect({ code, seconds }).toEqual({ code: 0, seconds: 5 + 5 + 9 + 10 });
  expect(io.stderr()).toMatch(/confirm the code ABCD\.\nYou are signed in to http:\S+ as olga\.\n$/);
  const config = JSON.parse(await readFile(join(folder, 'paddock/config.json'), 'utf8'));
  expect(config).toMatchObject({ current: 'lab', contexts: { lab: { token: 'secret', username: 'olga' } } });
});

test('a code that nobody confirms expires', async () => {
  expect(await signedIn(PENDING)).toMatchObject({ code: 4, seconds: 60 });
});

test('a sign-in with --insecure-http is remembered, and no other is', async () => {
  api = await playedApi({ 'GET /api/users/me/': [Response.json({ username: 'olga' })] });
  const io = recordedIo({ env: { XDG_CONFIG_HOME: folder }, readInput: async () => 'secret' });
  const login = (...args: string[]) =>
    paddock(io).parseAsync(['login', api.url, '--token-stdin', ...args], { from: 'user' });
  await login('--as', 'safe');
  await login('--as', 'lab', '--insecure-http');
  const { contexts } = JSON.parse(await readFile(join(folder, 'paddock/config.json'), 'utf8'));
  expect(contexts.safe).not.toHaveProperty('insecure_http');
  expect(contexts.lab).toMatchObject({ insecure_http: true });
});
