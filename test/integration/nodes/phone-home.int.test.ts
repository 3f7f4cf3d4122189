import { beforeEach, expect, test } from 'vitest';
import { phoneHomeHandler } from '#functions/webhooks/nodes/phone-home-handler';
import { hashToken } from '#shared/app/identity/hash-token';
import type { Wakeups } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { aUuid, CREATED } from '#test/builders/builders';
import { recordingTelemetry } from '#test/recording-telemetry';
import type { TestClock } from '#test/test-clock';
import { newStore } from '../_worlds/new-store.ts';
import { type RecordingLog, recordingLog } from '../_worlds/recording-log.ts';
import { aWait } from './parked-wait.ts';

let store: Store;
let clock: TestClock;
let log: RecordingLog;
let woken: unknown[];
let handler: ReturnType<typeof phoneHomeHandler>;
beforeEach(async () => {
  ({ store, clock } = await newStore());
  clock.advance(60);
  log = recordingLog();
  woken = [];
  const wakeups: Wakeups = {
    succeed: async (taskToken, output) => woken.push([taskToken, output]) > 0,
    fail: async () => false,
  };
  handler = phoneHomeHandler({ store, wakeups, clock, ids: randomIds, log, ...recordingTelemetry() });
});

const clusterUuid = aUuid();
const settingsUuid = aUuid();
async function aBootingNode(): Promise<{ nodeUuid: string; token: string }> {
  const nodeUuid = aUuid();
  const token = randomIds.token();
  await store.phoneHomes.put({ nodeUuid, clusterUuid, settingsUuid, tokenHash: hashToken(token), created: CREATED });
  return { nodeUuid, token };
}
const park = () => store.waits.park(aWait({ clusterUuid, settingsUuid, taskToken: 'task-token' }));

async function call(
  nodeUuid: string,
  token: string,
  { method = 'POST', body = 'pub_key=ssh-ed25519', isBase64Encoded = false } = {},
) {
  const { statusCode, body: answered } = await handler({
    rawPath: `/webhooks/nodes/${nodeUuid}`,
    headers: { authorization: `Bearer ${token}` },
    body,
    isBase64Encoded,
    requestContext: { http: { method } },
  });
  return [statusCode, answered];
}

test('a node that has booted wakes what waits for its cluster, once', async () => {
  const { nodeUuid, token } = await aBootingNode();
  await park();
  expect(await call(nodeUuid, token)).toEqual([204, '']);
  expect(woken).toEqual([['task-token', { ready: false }]]);
  expect(await call(nodeUuid, token)).toEqual([403, '']);
  expect(woken).toHaveLength(1);
});

test('several nodes at once wake their machine once', async () => {
  const nodes = await Promise.all([aBootingNode(), aBootingNode(), aBootingNode()]);
  await park();
  const answers = await Promise.all(nodes.map(({ nodeUuid, token }) => call(nodeUuid, token)));
  expect(answers.map(([status]) => status)).toEqual([204, 204, 204]);
  expect(woken).toHaveLength(1);
});

test('a node that phones home within a second of the last look is looked after a second later, with those that follow', async () => {
  const [first, second] = [await aBootingNode(), await aBootingNode()];
  await store.waits.park(
    aWait({ clusterUuid, settingsUuid, taskToken: 'task-token', parkedAt: clock.now().toISOString() }),
  );
  clock.advance(0.999);
  for (const { nodeUuid, token } of [first, second]) expect(await call(nodeUuid, token)).toEqual([204, '']);
  expect(woken).toEqual([['task-token', { ready: false, soon: true }]]);
});

test('a node that is added wakes what waits for it, and not what waits for another one', async () => {
  const { nodeUuid, token } = await aBootingNode();
  const waits = [
    aWait({ clusterUuid, settingsUuid, nodeUuid }),
    aWait({ clusterUuid, settingsUuid, nodeUuid: aUuid() }),
  ];
  for (const wait of waits) await store.waits.park(wait);
  expect(await call(nodeUuid, token)).toEqual([204, '']);
  expect(await store.waits.listByCluster({ clusterUuid, settingsUuid })).toEqual(waits.slice(1));
});

test('a node that is faster than the wait is heard too', async () => {
  const { nodeUuid, token } = await aBootingNode();
  expect(await call(nodeUuid, token)).toEqual([204, '']);
  expect(woken).toEqual([]);
});

test('a wrong token, a wrong node or no token is 403 with nothing said, and the right one still works', async () => {
  const { nodeUuid, token } = await aBootingNode();
  const other = await aBootingNode();
  for (const [node, wrong] of [
    [nodeUuid, 'guess'],
    [nodeUuid, other.token],
    [nodeUuid, ''],
    [aUuid(), token],
    ['nonsense', token],
  ] as const) {
    expect(await call(node, wrong)).toEqual([403, '']);
  }
  expect(await call(nodeUuid, token)).toEqual([204, '']);
});

test('the token is in no log line', async () => {
  const { nodeUuid, token } = await aBootingNode();
  await park();
  await call(nodeUuid, token);
  expect(log.lines.length).toBeGreaterThan(0);
  expect(log.lines.join()).not.toMatch(new RegExp(`${token}|task-token`));
});

test('only POST with a small body is looked at', async () => {
  const { nodeUuid, token } = await aBootingNode();
  expect(await call(nodeUuid, token, { method: 'GET' })).toEqual([405, '']);
  expect(await call(nodeUuid, token, { body: 'x'.repeat(65_537) })).toEqual([413, '']);
  expect(await call(nodeUuid, token, { body: 'ü'.repeat(32_769) })).toEqual([413, '']);
  expect(await call(nodeUuid, token, { body: 'x'.repeat(65_536) })).toEqual([204, '']);
});

test('a form, which the gateway sends in base64, is measured as the machine sent it', async () => {
  const form = (bytes: number) => ({ body: Buffer.alloc(bytes, 'x').toString('base64'), isBase64Encoded: true });
  const { nodeUuid, token } = await aBootingNode();
  expect(await call(nodeUuid, token, form(65_537))).toEqual([413, '']);
  expect(await call(nodeUuid, token, form(65_536))).toEqual([204, '']);
});

test.each(['', 'Bearer', 'Bearer ', 'Basic x', 'Bearer a b', 'Bearer\u00a0ü', 'x'.repeat(100_000)])(
  'a header that carries no token is 403: %s',
  async (authorization) => {
    const { nodeUuid } = await aBootingNode();
    const requestContext = { http: { method: 'POST' } };
    for (const path of [`/webhooks/nodes/${nodeUuid}`, '/webhooks/nodes', '/webhooks/nodes/%00', '//']) {
      const answer = await handler({ rawPath: path, headers: { authorization }, body: null, requestContext });
      expect(answer).toMatchObject({ statusCode: 403, body: '' });
    }
  },
);

test('a name of a header may be written in capitals', async () => {
  const { nodeUuid, token } = await aBootingNode();
  const headers = { Authorization: `Bearer ${token}` };
  const requestContext = { http: { method: 'POST' } };
  const answer = await handler({ rawPath: `/webhooks/nodes/${nodeUuid}`, headers, requestContext });
  expect(answer).toMatchObject({ statusCode: 204 });
});
