import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type ControlServer, startControlServer } from './control-server.ts';
import type { Invocation } from './invocation.ts';
import { wrapFunctions } from './wrap-functions.ts';

/**
 * A function that sends one read and two writes, as the SDK does, and returns the number of requests. With `fail`, the
 * function throws.
 */
const PRODUCT = `
import { request } from 'node:http';
const call = (operation) => new Promise((resolve, reject) => {
  const body = JSON.stringify({ TableName: 't', ConsistentRead: true });
  const headers = { 'x-amz-target': 'DynamoDB_20120810.' + operation, 'content-length': body.length };
  const asked = request(process.env.AWS, { method: 'POST', headers }, (response) => {
    let text = '';
    response.on('data', (chunk) => { text += chunk; });
    response.on('end', () => resolve(text));
  });
  asked.on('error', reject);
  asked.end(body);
});
export const handler = async ({ fail }) => {
  if (fail) throw Object.assign(new Error('no'), { name: 'BackendUnavailable' });
  return [await call('GetItem'), await call('PutItem'), await call('UpdateItem')].length;
};`;
/**
 * A program that loads the function as Lambda would, and calls the function once for each line of standard input. Each
 * line holds an event and its context.
 */
const PLATFORM = `
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
const { handler } = await import(process.argv[1]);
for await (const line of createInterface({ input: process.stdin })) {
  const { event, context } = JSON.parse(line);
  console.log(JSON.stringify((await handler(event, context).catch((error) => error.name)) ?? 'nothing'));
}`;
const STEP = { operationUuid: 'op', clusterUuid: 'c', nodeUuid: 'n', taskToken: 'not for anybody else' };
const EVENT = { step: 'openstack.ensureServer', correlationId: 'x-1', input: STEP };

const asked: string[] = [];
const aws = createServer((request, response) => {
  request.resume().on('end', () => {
    asked.push(String(request.headers['x-amz-target']).replace(/.*\./, ''));
    response.end(JSON.stringify({ ConsumedCapacity: { CapacityUnits: 2 } }));
  });
});
let folder: string;
let control: ControlServer;
let process_: ChildProcess | undefined;

beforeAll(async () => {
  aws.listen(0, '127.0.0.1');
  await once(aws, 'listening');
});
afterAll(() => void aws.close());

beforeEach(async () => {
  asked.length = 0;
  control = await startControlServer();
  folder = await mkdtemp(join(tmpdir(), 'paddock-probe-'));
  await mkdir(join(folder, 'steps-openstack'));
  await writeFile(join(folder, 'steps-openstack', 'index.mjs'), PRODUCT);
  await wrapFunctions({ url: control.url, asks: true })(folder);
});
afterEach(async () => {
  process_?.kill('SIGKILL');
  await control.stop();
  await rm(folder, { recursive: true });
});

/** Calls the function once. Returns `died` if the function's process ended without an answer. */
async function invoke(event: object, below = ''): Promise<unknown> {
  const { port } = z.object({ port: z.number() }).parse(aws.address());
  const file = join(folder, below, 'steps-openstack', 'index.mjs');
  const child = spawn(process.execPath, ['--input-type=module', '-e', PLATFORM, file], {
    env: { AWS: `http://127.0.0.1:${port}` },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  process_ = child;
  const answered = once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(z.string().parse(line)));
  const ended = once(child, 'exit').then(() => 'died');
  child.stdin.write(`${JSON.stringify({ event, context: { awsRequestId: 'r-1' } })}\n`);
  return Promise.race([answered, ended]);
}
const any = { fits: (_: Invocation) => true };
/** Observes the next invocation. The plan holds the invocation after its handler, until the test calls `release`. */
const witness = () => control.plan({ ...any, fate: { hold: 'after-handler' } });

test('an invocation is reported with its ids, its calls and what DynamoDB counted, but without its token', async () => {
  const seen = witness();
  seen.release();
  expect(await invoke(EVENT)).toBe(3);
  const reported = await seen.ended;
  expect(reported).toMatchObject({
    id: 'r-1',
    function: 'steps-openstack',
    step: EVENT.step,
    nodeUuid: 'n',
    outcome: 'ok',
  });
  expect(reported.calls).toMatchObject([
    { service: 'DynamoDB', operation: 'GetItem', status: 200, capacityUnits: 2, consistentRead: true },
    { operation: 'PutItem', replyBytes: 40 },
    { operation: 'UpdateItem' },
  ]);
  expect(JSON.stringify(reported)).not.toContain(STEP.taskToken);
});

test('an error leaves as it is, and is reported by its name', async () => {
  const seen = witness();
  seen.release();
  expect(await invoke({ ...EVENT, fail: true })).toBe('BackendUnavailable');
  expect(await seen.ended).toMatchObject({ outcome: 'BackendUnavailable', calls: [] });
});

test.each([
  [{ at: 'before-handler' }, []],
  [{ at: 'before-call', nth: 1, counting: 'writes' }, ['GetItem']],
  [{ at: 'after-call', nth: 1, counting: 'writes' }, ['GetItem', 'PutItem']],
  [{ at: 'before-call', nth: 3, counting: 'calls' }, ['GetItem', 'PutItem']],
  [{ at: 'after-handler' }, ['GetItem', 'PutItem', 'UpdateItem']],
] as const)('when it has to die %o, a function has asked AWS for %o and answers nothing', async (fate, before) => {
  const planned = control.plan({ ...any, fate });
  expect(await invoke(EVENT)).toBe('died');
  expect(asked).toEqual(before);
  expect(await planned.ended).toMatchObject({ outcome: 'died', step: EVENT.step });
});

test('an invocation is held before its handler until it is let go', async () => {
  const held = control.plan({ ...any, fate: { hold: 'before-handler' } });
  const answer = invoke(EVENT);
  expect(await held.reached).toMatchObject({ clusterUuid: 'c' });
  expect(asked).toEqual([]);
  held.release();
  expect(await answer).toBe(3);
});

test('an invocation that is held after its effect can die there', async () => {
  const held = control.plan({ ...any, fate: { hold: 'after-handler' } });
  const answer = invoke(EVENT);
  await held.reached;
  expect(asked).toHaveLength(3);
  held.die();
  expect(await answer).toBe('died');
});

test('an invocation is held between two of its calls until it is let go', async () => {
  const held = control.plan({ ...any, fate: { hold: 'before-call', nth: 2, counting: 'writes' } });
  const answer = invoke(EVENT);
  expect(await held.reached).toMatchObject({ calls: [{ operation: 'GetItem' }, { operation: 'PutItem' }, {}] });
  expect(asked).toEqual(['GetItem', 'PutItem']);
  held.release();
  expect(await answer).toBe(3);
});

test('a skipped invocation is answered, and has done nothing', async () => {
  const lost = control.plan({ ...any, fate: { skip: true } });
  expect(await invoke(EVENT)).toBe('nothing');
  expect(asked).toEqual([]);
  expect(await lost.ended).toMatchObject({ outcome: 'skipped' });
});

test('a function asks nobody until an address is written where it looks', async () => {
  const address = pathToFileURL(join(folder, 'address')).href;
  await mkdir(join(folder, 'again', 'steps-openstack'), { recursive: true });
  await writeFile(join(folder, 'again', 'steps-openstack', 'index.mjs'), PRODUCT);
  await wrapFunctions({ url: address, asks: true })(join(folder, 'again'));
  expect(await invoke(EVENT, 'again')).toBe(3);
  const late = await startControlServer(address);
  const planned = late.plan({ ...any, fate: { at: 'before-handler' } });
  expect(await invoke(EVENT, 'again')).toBe('died');
  expect(await planned.ended).toMatchObject({ outcome: 'died' });
  await late.stop();
  expect(await invoke(EVENT, 'again')).toBe(3);
});

test('only the n-th of those that fit is taken hold of', async () => {
  const planned = control.plan({ ...any, nth: 2, fate: { at: 'before-handler' } });
  expect(await invoke(EVENT)).toBe(3);
  expect(planned.isReached).toBe(false);
  expect(await invoke(EVENT)).toBe('died');
});
