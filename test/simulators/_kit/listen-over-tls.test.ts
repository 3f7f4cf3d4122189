import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { newAuthority } from './certificate-authority.ts';
import { serveSimulator } from './serve-simulator.ts';
import type { SimulatorDefinition } from './simulator-definition.ts';

const get = (url: string, ca?: string) =>
  new Promise<string>((resolve, reject) => {
    const asked = request(url, { ca, agent: false }, (answer) => resolve(text(answer)));
    asked.on('error', reject).end();
  });
const simulatorWith = (more: Partial<SimulatorDefinition>): SimulatorDefinition => ({
  ...{ name: 'things', delays: {}, state: () => ({}), sessions: () => ({}), reset: () => {}, credentials: () => ({}) },
  routes: (app) => void app.get('/things', async ({ protocol }) => protocol),
  ...more,
});

test('a simulator with a certificate is reached over https too, by whoever trusts its authority, until it is closed', async () => {
  const authority = await newAuthority('CN=things');
  const tls = await authority.issue('127.0.0.1');
  let given = '';
  const listening = (url: string) => {
    given = url;
  };
  const { url, httpsUrl = '', close } = await serveSimulator(simulatorWith({ tls, listening }));
  expect(given).toBe(httpsUrl);
  const things = `${httpsUrl}/things`;
  expect(await get(things, authority.certificate)).toBe('https');
  await expect(get(things)).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  expect(await (await fetch(`${url}/_sim/requests`)).json()).toMatchObject([{ path: '/things', count: 1 }]);
  await close();
  await expect(get(things, authority.certificate)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('one without a certificate has its one address', async () => {
  const given: string[] = [];
  const { url, httpsUrl, close } = await serveSimulator(simulatorWith({ listening: (one) => void given.push(one) }));
  await close();
  expect({ httpsUrl, given }).toEqual({ httpsUrl: undefined, given: [url] });
});
