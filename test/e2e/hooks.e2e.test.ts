import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { eventBridgeEventBus } from '#shared/adapters/aws/event-bus';
import { HOOKS_PENDING } from '#shared/contracts/rest/audit/events';
import { personAt } from './_worlds/customer.ts';
import { clientOptions, EVENT_BUS } from './_worlds/deployed-stack.ts';
import { ownCloud } from './_worlds/own-cloud.ts';

const { endpoints } = ownCloud();
const staff = personAt(endpoints, 'staff');
const owner = personAt(endpoints, 'owner');
const outsider = personAt(endpoints, 'outsider');

type Received = { path: string; headers: IncomingHttpHeaders; body: string };
const received: Received[] = [];
/** The first call fails with 503, to test the retry. */
const receiver = createServer(async (request, response) => {
  received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) });
  response.writeHead(received.length === 1 ? 503 : 204).end();
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${z.object({ port: z.int() }).parse(receiver.address()).port}`;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const made = z.object({ uuid: z.string(), secret: z.string() });
const headers = z.object({ 'x-paddock-delivery': z.string(), 'x-paddock-signature': z.string() });
const sentEvent = z.looseObject({ uuid: z.string(), event_type: z.string(), message: z.string() });

test('what happens is sent to the hooks of users who may see it, signed, and again until it is taken (S0-392)', async () => {
  const hook = (path: string) => ({ destination_url: `${url}/${path}`, event_types: ['project_creation_succeeded'] });
  const { secret } = made.parse((await owner.call('POST', 'hooks-web/', hook('owner'))).body);
  await outsider.call('POST', 'hooks-web/', hook('outsider'));
  const { customer } = endpoints.sample;
  expect((await staff.call('POST', 'projects/', { customer, name: 'With hooks' })).status).toBe(201);

  await expect.poll(() => received.length, { interval: 200, timeout: 120_000 }).toBe(2);
  const [first, second] = received.map((call) => headers.parse(call.headers));
  expect(second?.['x-paddock-delivery']).toBe(first?.['x-paddock-delivery']);
  const [, { path, body } = { path: '', body: '' }] = received;
  expect(path).toBe('/owner');
  const event = sentEvent.parse(JSON.parse(body));
  expect(event).toMatchObject({ event_type: 'project_creation_succeeded' });
  expect((await owner.call('GET', `events/?customer=${customer}&feature=projects&page_size=1`)).body).toEqual([event]);
  expect((await outsider.call('GET', `events/${event.uuid}/`)).status).toBe(404);
  const [, at, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(second?.['x-paddock-signature'] ?? '') ?? [];
  const signed = `${at}.${second?.['x-paddock-delivery']}.${body}`;
  expect(digest).toBe(createHmac('sha256', secret).update(signed).digest('hex'));
}, 180_000);

test('the bus brings to hooks what could not be sent to them at once', async () => {
  const before = received.length;
  const detail = { ...sentEvent.parse(JSON.parse(received.at(-1)?.body ?? '')), uuid: randomUUID() };
  const client = new EventBridgeClient(clientOptions(endpoints));
  await eventBridgeEventBus({ client, busName: EVENT_BUS }).publish({ type: HOOKS_PENDING, detail });
  await expect.poll(() => received.length, { interval: 200, timeout: 60_000 }).toBe(before + 1);
  expect(JSON.parse(received.at(-1)?.body ?? '')).toEqual(detail);
});
