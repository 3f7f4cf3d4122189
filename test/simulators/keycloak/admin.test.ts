import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type RunningSimulator, serveSimulator } from '../_kit/serve-simulator.ts';
import type { SimulatorDefinition } from '../_kit/simulator-definition.ts';
import { simulator } from '../keycloak.ts';

const printed = z.object({
  admin: z.object({ username: z.string(), password: z.string(), realm: z.string() }),
  service_client_secret: z.string(),
});
const tokens = z.looseObject({ access_token: z.string(), expires_in: z.number(), refresh_expires_in: z.number() });

let definition: SimulatorDefinition;
let keycloak: RunningSimulator;
let account: z.infer<typeof printed>;

beforeEach(async () => {
  definition = await simulator([]);
  keycloak = await serveSimulator(definition);
  account = printed.parse(definition.credentials(keycloak.url));
});
afterEach(() => keycloak.close());

async function token(realm: string, form: Record<string, string>) {
  const url = `${keycloak.url}/realms/${realm}/protocol/openid-connect/token`;
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  expect(answer.status).toBe(200);
  return tokens.parse(await answer.json());
}

const asAdmin = () => {
  const { username, password, realm } = account.admin;
  return token(realm, { grant_type: 'password', client_id: 'admin-cli', username, password });
};

async function read(path: string, bearer?: string) {
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const answer = await fetch(`${keycloak.url}/admin/realms/${path}`, { headers });
  return { status: answer.status, body: await answer.json() };
}

test('the administrator logs in to the realm master with admin-cli, for a minute, and reads any realm', async () => {
  const answer = await asAdmin();
  expect(answer).toMatchObject({ expires_in: 60, refresh_expires_in: 1800 });
  expect(await read('paddock', answer.access_token)).toMatchObject({
    status: 200,
    body: { realm: 'paddock', enabled: true, accessTokenLifespan: 300 },
  });
  expect(await read('master', answer.access_token)).toMatchObject({ status: 200, body: { realm: 'master' } });
});

test("admin-cli's token does not name its user", async () => {
  const claims = decodeJwt((await asAdmin()).access_token);
  expect(Object.keys(claims).sort()).toEqual(['azp', 'exp', 'iat', 'iss', 'jti', 'scope', 'sid', 'typ']);
});

test('a realm that is not there is 404 to the administrator', async () => {
  const { access_token } = await asAdmin();
  expect(await read('none', access_token)).toEqual({ status: 404, body: { error: 'Realm not found.' } });
});

test('without a token, with a forged and with an expired one it is 401, whatever the realm', async () => {
  const refusal = { status: 401, body: { error: 'HTTP 401 Unauthorized' } };
  expect(await read('paddock')).toEqual(refusal);
  expect(await read('none', 'garbage')).toEqual(refusal);
  Object.assign(definition.delays, { masterTokenLifespan: -1000 });
  expect(await read('paddock', (await asAdmin()).access_token)).toEqual(refusal);
});

test("a user's own token and a client's own are 403", async () => {
  const refusal = { status: 403, body: { error: 'HTTP 403 Forbidden' } };
  const login = { grant_type: 'password', client_id: 'admin-cli', username: 'olga', password: 'olga' };
  expect(await read('paddock', (await token('paddock', login)).access_token)).toEqual(refusal);
  const own = { grant_type: 'client_credentials', client_id: 'paddock-sync' };
  const service = await token('paddock', { ...own, client_secret: account.service_client_secret });
  expect(await read('paddock', service.access_token)).toEqual(refusal);
});

test('a session that was ended no longer administers', async () => {
  const { access_token, refresh_token } = await asAdmin();
  const form = new URLSearchParams({ client_id: 'admin-cli', refresh_token: z.string().parse(refresh_token) });
  await fetch(`${keycloak.url}/realms/master/protocol/openid-connect/logout`, { method: 'POST', body: form });
  expect((await read('paddock', access_token)).status).toBe(401);
});

test('a reset keeps the administrator and the administrator’s password', async () => {
  await fetch(`${keycloak.url}/_sim/reset`, { method: 'POST' });
  expect((await read('paddock', (await asAdmin()).access_token)).status).toBe(200);
});
