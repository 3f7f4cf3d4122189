import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { freePort } from '../processes.ts';
import { type Gateway, startGateway } from './gateway.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const seen = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});

async function echoing(): Promise<string> {
  return serving(async (request) => {
    const { method, url, headers } = request;
    return JSON.stringify({ method, url, headers, body: await text(request) });
  });
}

async function serving(answer: (request: IncomingMessage) => Promise<string>): Promise<string> {
  const server: Server = createServer(async (request, response) => {
    const body = await answer(request);
    response.writeHead(201, { 'x-result-count': '7', link: ['<a>; rel="next"', '<b>; rel="last"'] }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`;
}

async function gateway(emulatorUrl?: string): Promise<Gateway> {
  const started = await startGateway(0);
  closing.push(started.close);
  if (emulatorUrl) started.forwardTo({ emulatorUrl, apiId: 'abc' });
  return started;
}

test('method, path, query, headers and body reach the deployed API as they were sent', async () => {
  const { url } = await gateway(await echoing());
  const response = await fetch(`${url}/api/customers/?name=a%20b&name=c`, {
    method: 'POST',
    headers: { authorization: 'Token t', 'content-type': 'application/json' },
    body: '{"name":"ü"}',
  });
  const request = seen.parse(await response.json());
  expect(request).toMatchObject({
    method: 'POST',
    url: '/_aws/execute-api/abc/$default/api/customers/?name=a%20b&name=c',
    body: '{"name":"ü"}',
  });
  expect(request.headers).toMatchObject({ authorization: 'Token t', 'content-type': 'application/json' });
});

test('the API gets the address under which it was asked, whatever the caller claims', async () => {
  const { url } = await gateway(await echoing());
  const response = await fetch(`${url}/api/`, { headers: { 'x-forwarded-host': 'elsewhere.example' } });
  const { headers } = seen.parse(await response.json());
  expect(headers).toMatchObject({ 'x-forwarded-host': new URL(url).host, 'x-forwarded-proto': 'http' });
});

test('status, headers and body come back, repeated headers too', async () => {
  const { url } = await gateway(await serving(async () => 'made'));
  const response = await fetch(`${url}/api/`);
  expect(response.status).toBe(201);
  expect(response.headers.get('x-result-count')).toBe('7');
  expect(response.headers.get('link')).toBe('<a>; rel="next", <b>; rel="last"');
  expect(await response.text()).toBe('made');
});

test('before the deployment the answer is 503', async () => {
  const { url } = await gateway();
  expect((await fetch(`${url}/api/`)).status).toBe(503);
});

test('when the emulator is gone the answer is 502 with one sentence', async () => {
  const { url } = await gateway(`http://127.0.0.1:${await freePort()}`);
  const response = await fetch(`${url}/api/`);
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({
    detail: 'The local cloud does not answer (ECONNREFUSED): is it still running?',
  });
});

test('a taken port is one sentence with a next step', async () => {
  const { url } = await gateway();
  await expect(startGateway(Number(new URL(url).port))).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringMatching(/^Port \d+ of 127\.0\.0\.1 is not free \(EADDRINUSE\): .*PADDOCK_API_PORT\.$/),
  });
});
