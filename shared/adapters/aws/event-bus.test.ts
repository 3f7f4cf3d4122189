import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventBridgeEventBus } from './event-bus.ts';

// Simulated answers of AWS: a success and a failure. The emulator cannot give the failure, because it accepts every
// event.
const TAKEN = { FailedEntryCount: 0, Entries: [{ EventId: '1' }] };
const FAILED = { FailedEntryCount: 1, Entries: [{ ErrorCode: 'InternalFailure', ErrorMessage: 'Try again' }] };
let answer: unknown;
let asked: unknown;
let client: EventBridgeClient;
const server = createServer(async (request, reply) => {
  asked = JSON.parse(await text(request));
  reply.setHeader('content-type', 'application/x-amz-json-1.1').end(JSON.stringify(answer));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  client = new EventBridgeClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
});
afterAll(() => {
  client.destroy();
  server.close();
});

const publish = () =>
  eventBridgeEventBus({ client, busName: 'bus-1' }).publish({ type: 'cluster.created', detail: { clusterUuid: 'a1' } });

test('an event goes to its bus under our name, with its type and detail', async () => {
  answer = TAKEN;
  await publish();
  expect(asked).toEqual({
    Entries: [
      { EventBusName: 'bus-1', Source: 'paddock', DetailType: 'cluster.created', Detail: '{"clusterUuid":"a1"}' },
    ],
  });
});

test('an event that the bus did not take is a failure, though the call itself was answered with 200', async () => {
  answer = FAILED;
  await expect(publish()).rejects.toMatchObject({
    name: 'BackendUnavailable',
    message: 'The event bus did not accept cluster.created (InternalFailure: Try again).',
  });
});
