import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newHookSecret } from '#shared/domain/hooks/hook';
import { httpsHookSender, type Resolve } from './https-hook-sender.ts';

type Received = { path: string; headers: IncomingHttpHeaders; body: string };
let received: Received[] = [];
let answer: (response: ServerResponse) => void;
const receiver = createServer(async (request, response) => {
  received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) });
  answer(response);
});
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  port = z.object({ port: z.int() }).parse(receiver.address()).port;
});
beforeEach(() => {
  received = [];
  answer = (response) => response.writeHead(204).end();
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const clock = { now: () => new Date('2026-03-01T12:00:00.000Z') };
const OPEN = { hookNetworks: ['127.0.0.1/32'], hooksOverHttp: true };
const PUBLIC = { hookNetworks: [], hooksOverHttp: true };
const CLOSED = { hookNetworks: [], hooksOverHttp: false };
const call = (url: string) => ({
  url,
  contentType: 'application/json',
  body: '{"message":"Zürich"}',
  secret: 'whsec',
  deliveryId: 'd-1',
  eventType: 'customer_creation_succeeded',
});
const deliver = (url: string, options: Partial<Parameters<typeof httpsHookSender>[0]> = {}) =>
  httpsHookSender({ rules: OPEN, timeoutMs: 2000, clock, ...options }).deliver(call(url));
const here = (host = '127.0.0.1') => `http://${host}:${port}/in`;
/** A resolver that gives these answers in order, and repeats the last one. */
function resolving(...answers: string[][]) {
  const asked: string[] = [];
  const resolve: Resolve = (hostname, _options, answer) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    answer(null, found);
  };
  return { asked, resolve };
}

describe('a delivery', () => {
  test('is one POST that its receiver can verify by its secret, its time and its id', async () => {
    await deliver(here());
    expect(received).toHaveLength(1);
    const { headers = {}, body = '' } = received[0] ?? {};
    expect(body).toBe('{"message":"Zürich"}');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-paddock-event': 'customer_creation_succeeded',
      'x-paddock-delivery': 'd-1',
    });
    const [, at, digest] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(
        z.looseObject({ 'x-paddock-signature': z.string() }).parse(headers)['x-paddock-signature'],
      ) ?? [];
    expect(Number(at)).toBe(clock.now().getTime() / 1000);
    expect(digest).toBe(createHmac('sha256', 'whsec').update(`${at}.d-1.${body}`).digest('hex'));
  });

  describe('is verified by the package of Standard Webhooks', () => {
    const now = { now: () => new Date() };
    const verify = (webhook: Webhook, { headers, body } = received[0] ?? { headers: {}, body: '' }) =>
      webhook.verify(body, z.record(z.string(), z.string()).parse(headers));
    const send = (secret: string) =>
      httpsHookSender({ rules: OPEN, timeoutMs: 2000, clock: now }).deliver({ ...call(here()), secret });

    test('under a secret as hooks get it', async () => {
      const secret = newHookSecret('0'.repeat(40));
      await send(secret);
      expect(verify(new Webhook(secret))).toEqual({ message: 'Zürich' });
      expect(received[0]?.headers['webhook-id']).toBe('d-1');
    });

    test('under a secret from before, taken as it is', async () => {
      await send('an old secret');
      expect(verify(new Webhook('an old secret', { format: 'raw' }))).toEqual({ message: 'Zürich' });
    });

    test('and not under another, or with another body', async () => {
      const secret = newHookSecret('0'.repeat(40));
      await send(secret);
      expect(() => verify(new Webhook(newHookSecret('1'.repeat(40))))).toThrow('No matching signature');
      const { headers = {} } = received[0] ?? {};
      expect(() => verify(new Webhook(secret), { headers, body: '{"message":"Bern"}' })).toThrow(
        'No matching signature',
      );
    });
  });

  test.each([
    [500, 'BackendUnavailable'],
    [429, 'BackendUnavailable'],
    [404, 'BackendRejected'],
  ])('that is answered %i has failed', async (status, name) => {
    answer = (response) => response.writeHead(status).end();
    await expect(deliver(here())).rejects.toMatchObject({ name });
  });

  test('follows no redirect, wherever it leads', async () => {
    answer = (response) => response.writeHead(307, { location: '/elsewhere' }).end();
    await expect(deliver(here())).rejects.toThrow('answered 307');
    expect(received.map(({ path }) => path)).toEqual(['/in']);
  });

  test('waits for nobody who does not answer, and reads no endless answer', async () => {
    answer = () => undefined;
    await expect(deliver(here(), { timeoutMs: 100 })).rejects.toMatchObject({ name: 'BackendUnavailable' });
    answer = (response) => void response.writeHead(200).write('x'.repeat(1 << 20));
    await deliver(here());
  });
});

describe('an attack', () => {
  const refused = (url: string, options: Parameters<typeof deliver>[1]) =>
    expect(deliver(url, options)).rejects.toMatchObject({ name: 'Invalid' });

  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[::7f00:1]',
    '[::127.0.0.1]',
    '[2002:7f00:1::]',
    'localhost',
    '127.0.0.1.',
  ])('cannot reach ourselves as %s', async (host) => {
    await refused(`http://${host}:${port}/in`, { rules: PUBLIC });
    expect(received).toEqual([]);
  });

  test.each([
    '169.254.169.254',
    '[fe80::1]',
    '[::ffff:a9fe:a9fe]',
    '[fd00:ec2::254]',
    '100.100.100.200',
    '10.0.0.1',
    '192.168.0.1',
    '172.16.0.1',
    '[fd12::1]',
    '168.63.129.16',
  ])('cannot reach metadata, link-local or private addresses as %s', (host) =>
    refused(`https://${host}/latest/meta-data/`, { rules: CLOSED }),
  );

  test('cannot hide an address behind a name', async () => {
    for (const address of ['127.0.0.1', '169.254.169.254', '10.0.0.1', '::1', '::ffff:127.0.0.1', '::7f00:1']) {
      await refused(here('hook.example.org'), { rules: PUBLIC, ...resolving([address]) });
    }
    expect(received).toEqual([]);
  });

  test('cannot mix a forbidden address with permitted ones', async () => {
    await refused(here('hook.example.org'), resolving(['127.0.0.1', '169.254.169.254']));
    expect(received).toEqual([]);
  });

  test('gains nothing by a name that resolves to something else a moment later', async () => {
    const names = resolving(['127.0.0.1'], ['169.254.169.254']);
    await deliver(here('hook.example.org'), names);
    expect(names.asked).toEqual(['hook.example.org']);
    expect(received.splice(0)).toHaveLength(1);
    // The next delivery resolves the name again and finds the forbidden address.
    await refused(here('hook.example.org'), names);
  });

  test.each([
    'http://hook.example.org/',
    'ftp://hook.example.org/',
    'file:///etc/passwd',
    'https://ada:pw@hook.example.org/',
  ])('has no other way than https without an account: %s', (url) => refused(url, { rules: CLOSED }));
});
