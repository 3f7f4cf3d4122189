import { expect, test } from 'vitest';
import { z } from 'zod';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';

const { endpoints } = ownCloud();

async function accessTokenOf(username: string): Promise<string> {
  const response = await fetch(`${endpoints.keycloak}/realms/paddock/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'paddock', username, password: username }),
    signal: AbortSignal.timeout(10_000),
  });
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${endpoints.api}${path}`, { headers, signal: AbortSignal.timeout(30_000) });

test('a person signed in at the OIDC provider is known by the deployed API, and has no rights yet', async () => {
  const authorization = `Bearer ${await accessTokenOf('olga')}`;
  const me = await get('/api/users/me/', { authorization });
  expect(me.status).toBe(200);
  expect(await me.json()).toMatchObject({ username: 'olga', is_staff: false });
  const clusters = await get('/api/rancher-clusters/', { authorization });
  expect([clusters.headers.get('x-result-count'), await clusters.json()]).toEqual(['0', []]);
});

test('a token of nobody is refused, by name of the scheme that would do', async () => {
  const answer = await get('/api/rancher-clusters/', { authorization: 'Token nobody' });
  expect([answer.status, answer.headers.get('www-authenticate'), await answer.json()]).toEqual([
    401,
    'Token',
    { detail: 'Invalid token.' },
  ]);
});

test('OPTIONS reaches the function of a path, with the slash at its end and without', async () => {
  for (const path of ['/api/projects/', '/api/projects']) {
    const headers = { origin: 'https://console.example.org', 'access-control-request-method': 'POST' };
    const answer = await fetch(`${endpoints.api}${path}`, { method: 'OPTIONS', headers });
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { detail: 'Authentication credentials were not provided.' },
    ]);
  }
});

test('an outsider sees nothing of a customer, not even that it exists', async () => {
  const outsider = personAt(endpoints, 'outsider');
  for (const path of ['marketplace-orders/', 'marketplace-resources/', 'rancher-clusters/', 'openstack-tenants/']) {
    expect((await outsider.call('GET', path)).body).toEqual([]);
  }
  expect((await outsider.call('GET', `projects/${endpoints.sample.project}/`)).status).toBe(404);
});

test('offerings are shown to everybody, with and without the slash at the end (S0-001)', async () => {
  const all = 'page_size=100';
  for (const path of [`/api/marketplace-public-offerings/?${all}`, `/api/marketplace-offerings?type=Rancher&${all}`]) {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    const sample = { uuid: endpoints.sample.offering, type: 'Rancher', state: 'Active' };
    expect(await answer.json()).toContainEqual(expect.objectContaining(sample));
  }
});

test('an unknown page is a plain 404, and a correlation id is given back', async () => {
  const unknown = await get('/api/no-such-thing/');
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, expect.stringContaining('text/html')]);
  const answer = await get('/api/marketplace-public-offerings/', { 'x-correlation-id': 'a-walk-through' });
  expect(answer.headers.get('x-correlation-id')).toBe('a-walk-through');
});
