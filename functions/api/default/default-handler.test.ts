import { expect, test } from 'vitest';
import { BackendThrottled } from '#shared/errors';
import type { Functions } from '#shared/ports/runtime';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { recordingLog } from '#test/integration/_worlds/recording-log';
import { recordingTelemetry } from '#test/recording-telemetry';
import { defaultHandler } from './default-handler.ts';

const CONSOLE = 'https://console.example.org';
const eventOf = (rawPath: string, headers: object = {}) => ({
  rawPath,
  headers: { host: 'paddock.example', 'x-correlation-id': 'order-4711', ...headers },
  requestContext: { http: { method: 'GET' } },
});

const handlerOver = (invoke: Functions['invoke']) =>
  defaultHandler({
    ...recordingTelemetry(),
    log: recordingLog(),
    ids: randomIds,
    functions: { invoke },
    site: { corsOrigins: [CONSOLE] },
  });

test.each([
  ['/api/users/', 'api/records'],
  ['/api/', 'api/public'],
  ['/webhooks/nodes/abc/', 'webhooks/nodes'],
])('%s is answered by the function %s, which is given the event as it came', async (path, expected) => {
  const event = eventOf(path);
  const answer = await handlerOver(async (entry, given) => ({ entry, given }))(event);
  expect(answer).toEqual({ entry: expected, given: event });
});

test('a path that no function answers is a page that is not there', async () => {
  const invoke = () => Promise.reject(new Error('nothing is to be invoked'));
  expect(await handlerOver(invoke)(eventOf('/api/nonsense/'))).toMatchObject({
    statusCode: 404,
    headers: { 'content-type': 'text/html; charset=utf-8', 'x-correlation-id': 'order-4711' },
  });
});

test('the address alone says where to go, and nothing else is there', async () => {
  const handler = handlerOver(() => Promise.reject(new Error('nothing is to be invoked')));
  const links = { body: expect.stringMatching(/href="\/api\/docs\/".*href="\/api\/"/) };
  expect(await handler(eventOf('/'))).toMatchObject({ statusCode: 200, ...links });
  expect(await handler(eventOf('/nonsense'))).toMatchObject({ statusCode: 404, ...links });
});

test('a function without room for another call is 503 and when to try again', async () => {
  const answer = await handlerOver(() => Promise.reject(new BackendThrottled('Rate exceeded')))(eventOf('/api/users/'));
  expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } });
  expect(answer).not.toMatchObject({ body: expect.stringContaining('Rate exceeded') });
});

test('a function that fails is 500, without its own words', async () => {
  const answer = await handlerOver(() => Promise.reject(new Error('secret words')))(eventOf('/api/users/'));
  expect(answer).toMatchObject({ statusCode: 500, body: expect.stringContaining('order-4711') });
  expect(answer).not.toMatchObject({ body: expect.stringContaining('secret words') });
});

test('pages of an allowed origin may read what it answers itself', async () => {
  const invoke = () => Promise.reject(new Error('away'));
  for (const path of ['/api/nonsense/', '/api/users/']) {
    const answer = await handlerOver(invoke)(eventOf(path, { origin: CONSOLE }));
    expect(answer).toMatchObject({ headers: { 'access-control-allow-origin': CONSOLE, vary: 'Origin' } });
  }
});
