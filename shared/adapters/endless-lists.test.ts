import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { within } from '../deadline.ts';
import { connectJson } from './json-client.ts';
import { LISTING_LIMITS, listingBounds, NO_CRITERIA } from './list-selection.ts';
import { rancherSession } from './rancher/rancher-session.ts';
import { selectorMemories } from './rancher/steve-lists.ts';

type Counted = { url: string; asked: () => number; underWay: () => number };
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: RequestListener): Promise<Counted> {
  let [asked, underWay] = [0, 0];
  const own = createServer((request, reply) => {
    if (request.url === '/ping') return void reply.end();
    asked += 1;
    underWay += 1;
    reply.once('close', () => {
      underWay -= 1;
    });
    answer(request, reply);
  });
  server = own;
  await new Promise<void>((resolve) => void own.listen(0, '127.0.0.1', resolve));
  const { port } = z.custom<AddressInfo>().parse(own.address());
  return { url: `http://127.0.0.1:${port}`, asked: () => asked, underWay: () => underWay };
}
const clientOf = ({ url }: Counted) => connectJson({ backend: 'Rancher', baseUrl: url });
const selectors = selectorMemories({ now: () => new Date() });
const sessionOf = (counted: Counted) =>
  rancherSession(clientOf(counted), { username: 'a', password: 'b' }, selectors(counted.url));
const nodes = { op: 'listNodes', path: '/v3/nodes', item: z.object({ id: z.string() }), where: NO_CRITERIA };

/** Every page has one item and names another page. */
const endless =
  (delayMs: number): RequestListener =>
  ({ url = '' }, reply) => {
    const page = Number(new URL(url, 'http://rancher').searchParams.get('marker') ?? 0) + 1;
    const body = { data: [{ id: `n-${page}` }], pagination: { next: `http://rancher/v3/nodes?marker=${page}` } };
    setTimeout(() => reply.end(JSON.stringify(body)), delayMs);
  };

async function sendPings(counted: Counted): Promise<void> {
  const ping = { op: 'ping', method: 'GET', path: '/ping', reply: z.undefined() } as const;
  for (let count = 0; count < 20; count += 1) await clientOf(counted)(ping);
}

/** Waits until no request is open, and checks that no new list request follows. */
async function rests(counted: Counted): Promise<void> {
  // When the client gives up a list, one of its requests may still be on its way to the server. The pings give that
  // request time to arrive.
  await sendPings(counted);
  await expect.poll(counted.underWay).toBe(0);
  const before = counted.asked();
  await sendPings(counted);
  expect(counted.asked()).toBe(before);
}

test('a list without end is asked for so many pages, and then no more', async () => {
  const counted = await serve(endless(0));
  await expect(sessionOf(counted).list(nodes)).rejects.toThrow(/Rancher answered listNodes with more than 1000 pages/);
  expect(counted.asked()).toBe(LISTING_LIMITS.pages + 1);
  await rests(counted);
});

test('a list without end is asked for no longer than whoever wants it waits', async () => {
  const counted = await serve(endless(5));
  await expect(within(60, () => sessionOf(counted).list(nodes))).rejects.toMatchObject({ name: 'BackendUnavailable' });
  expect(counted.asked()).toBeLessThan(30);
  await rests(counted);
});

test('a page that does not come within the time of its list is given up, as a fault of this list', async () => {
  const counted = await serve(() => undefined);
  const read = listingBounds('Rancher', 'listNodes', { ...LISTING_LIMITS, ms: 30 });
  const page = () => clientOf(counted)({ op: 'listNodes', method: 'GET', path: '/v3/nodes', reply: z.unknown() });
  await expect(read(page, () => 0)).rejects.toMatchObject({ name: 'BackendContractBroken' });
  await rests(counted);
});

test('an answer without end is read so far, and its connection is closed', async () => {
  const counted = await serve((_, reply) => {
    const chunk = Buffer.alloc(1024 * 1024, '[');
    const write = (): void => {
      while (!reply.destroyed && reply.write(chunk));
    };
    reply.on('drain', write);
    write();
  });
  await expect(sessionOf(counted).list(nodes)).rejects.toThrow('Rancher answered listNodes with more than 32 MiB.');
  await rests(counted);
});
