import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startVault, type TestVault, tokenIn } from '../vault-client.ts';

const ROLE = 'auth/approle/role/blue';
const secretIdSchema = z.object({ data: z.looseObject({ secret_id: z.string(), secret_id_accessor: z.string() }) });
const roleIdSchema = z.object({ data: z.object({ role_id: z.string() }) });

let vault: TestVault;
beforeEach(async () => {
  vault = await startVault();
});
afterEach(() => vault.close());

async function makeRole(fields: object = {}) {
  expect((await vault.admin('POST', ROLE, { token_policies: ['p'], ...fields })).status).toBe(204);
  return roleIdSchema.parse((await vault.admin('GET', `${ROLE}/role-id`)).body).data.role_id;
}
const secretId = async (order: object = {}) =>
  secretIdSchema.parse((await vault.admin('POST', `${ROLE}/secret-id`, order)).body).data;
const logIn = (credentials: object) => vault.send('POST', 'auth/approle/login', credentials);
const refusal = { status: 400, body: { errors: ['invalid role or secret ID'] } };

test('a role is merged with what is there, shows seconds, and is deleted once or more often', async () => {
  await makeRole({
    secret_id_ttl: '60m',
    secret_id_num_uses: 1,
    token_num_uses: 1,
    token_ttl: '1h',
    token_max_ttl: 3600,
  });
  await makeRole({ secret_id_num_uses: 2 });
  expect((await vault.admin('GET', ROLE)).body).toMatchObject({
    data: {
      ...{ bind_secret_id: true, secret_id_ttl: 3600, secret_id_num_uses: 2, token_num_uses: 1, token_ttl: 3600 },
      ...{ token_max_ttl: 3600, token_policies: ['p'] },
    },
  });
  expect((await vault.admin('GET', 'auth/approle/role?list=true')).body).toMatchObject({ data: { keys: ['blue'] } });
  expect((await vault.admin('DELETE', ROLE)).status).toBe(204);
  expect((await vault.admin('DELETE', ROLE)).status).toBe(204);
});

test('of an unknown role everything is 404', async () => {
  expect(await vault.admin('GET', ROLE)).toEqual({ status: 404, body: { errors: [] } });
  expect((await vault.admin('GET', `${ROLE}/role-id`)).status).toBe(404);
  expect(await vault.admin('POST', `${ROLE}/secret-id`)).toEqual({
    status: 404,
    body: { errors: ['role "blue" does not exist'] },
  });
});

test.each([
  ['a time to live that is none', { token_ttl: 'soon' }],
  ['a token that outlives its bound', { token_ttl: '2h', token_max_ttl: '1h' }],
])('a role with %s is 400', async (_what, fields) => {
  expect((await vault.admin('POST', ROLE, fields)).status).toBe(400);
  expect((await vault.admin('GET', ROLE)).status).toBe(404);
});

test('both ids give a token with the policies of the role, and of nothing else', async () => {
  await vault.writePolicy('p', { 'secret/data/mine': ['read'] });
  await vault.admin('POST', 'secret/data/mine', { data: { token: 'x' } });
  await vault.admin('POST', 'secret/data/other', { data: { token: 'y' } });
  const role_id = await makeRole({ token_ttl: '1h', token_num_uses: 2 });
  const { status, body } = await logIn({ role_id, secret_id: (await secretId()).secret_id });
  expect([status, body]).toMatchObject([
    200,
    {
      data: null,
      auth: {
        ...{ policies: ['default', 'p'], metadata: { role_name: 'blue' }, lease_duration: 3600, renewable: true },
        ...{ token_type: 'service', orphan: true, mfa_requirement: null, num_uses: 2 },
      },
    },
  ]);
  expect(tokenIn(body)).toMatch(/^hvs\./);
  const call = vault.as(tokenIn(body));
  expect((await call('GET', 'secret/data/mine')).body).toMatchObject({ data: { data: { token: 'x' } } });
  expect((await call('GET', 'secret/data/other')).status).toBe(403);
  // The token allows two uses. The request above was the second use, although it was refused.
  expect((await call('GET', 'secret/data/mine')).status).toBe(403);
});

test('whichever id is wrong, the answer is the same', async () => {
  const role_id = await makeRole();
  const { secret_id } = await secretId();
  expect(await logIn({ role_id: 'x', secret_id })).toEqual(refusal);
  expect(await logIn({ role_id, secret_id: 'x' })).toEqual(refusal);
  expect(await logIn({ role_id })).toEqual({ status: 400, body: { errors: ['missing secret_id'] } });
  expect(await logIn({ secret_id })).toEqual({
    status: 500,
    body: { errors: ['failed to determine alias name from login request'] },
  });
});

test("a secret id logs in for its own role only, though another role's policies are the same", async () => {
  await makeRole();
  await vault.admin('POST', 'auth/approle/role/red', { token_policies: ['p'] });
  const red = roleIdSchema.parse((await vault.admin('GET', 'auth/approle/role/red/role-id')).body).data.role_id;
  expect(await logIn({ role_id: red, secret_id: (await secretId()).secret_id })).toEqual(refusal);
});

test('the uses of a secret id count down, and after the last it is gone', async () => {
  const role_id = await makeRole({ secret_id_num_uses: 2 });
  const { secret_id } = await secretId();
  const lookUp = () => vault.admin('POST', `${ROLE}/secret-id/lookup`, { secret_id });
  expect((await lookUp()).body).toMatchObject({ data: { secret_id_num_uses: 2 } });
  expect((await logIn({ role_id, secret_id })).status).toBe(200);
  expect((await lookUp()).body).toMatchObject({ data: { secret_id_num_uses: 1 } });
  expect((await logIn({ role_id, secret_id })).status).toBe(200);
  expect((await lookUp()).status).toBe(204);
  expect(await logIn({ role_id, secret_id })).toEqual(refusal);
});

test('an expired secret id still logs in until the tidy has run', async () => {
  const role_id = await makeRole({ secret_id_ttl: '60m' });
  const [one, two] = [await secretId({ ttl: '2s' }), await secretId({ ttl: '2s' })];
  vault.advance(2000 + 44_999);
  expect((await logIn({ role_id, secret_id: one.secret_id })).status).toBe(200);
  vault.advance(1);
  expect(await logIn({ role_id, secret_id: two.secret_id })).toEqual(refusal);
});

test('a secret id may be shorter than the role says, not longer', async () => {
  await makeRole({ secret_id_ttl: '60m', secret_id_num_uses: 1 });
  expect(await secretId()).toMatchObject({ secret_id_ttl: 3600, secret_id_num_uses: 1 });
  expect(await secretId({ ttl: 60 })).toMatchObject({ secret_id_ttl: 60 });
  expect(await vault.admin('POST', `${ROLE}/secret-id`, { ttl: '2h' })).toEqual({
    status: 400,
    body: { errors: ["ttl cannot be longer than the role's secret_id_ttl"] },
  });
});

test('a secret id is destroyed by itself or by its accessor', async () => {
  const role_id = await makeRole();
  const [one, two] = [await secretId(), await secretId()];
  const { secret_id } = one;
  expect((await vault.admin('POST', `${ROLE}/secret-id/destroy`, { secret_id })).status).toBe(204);
  const { secret_id_accessor } = two;
  const destroy = () => vault.admin('POST', `${ROLE}/secret-id-accessor/destroy`, { secret_id_accessor });
  expect([(await destroy()).status, (await destroy()).status]).toEqual([204, 500]);
  expect(await logIn({ role_id, secret_id })).toEqual(refusal);
  expect(await logIn({ role_id, secret_id: two.secret_id })).toEqual(refusal);
});

test('a deleted role accepts no logins any more, and leaves its tokens alone', async () => {
  const role_id = await makeRole();
  const { secret_id } = await secretId();
  const token = tokenIn((await logIn({ role_id, secret_id })).body);
  await vault.admin('DELETE', ROLE);
  expect(await logIn({ role_id, secret_id })).toEqual(refusal);
  expect((await vault.as(token)('GET', 'auth/token/lookup-self')).status).toBe(200);
});

test('the role id can be chosen', async () => {
  await makeRole();
  expect((await vault.admin('POST', `${ROLE}/role-id`, { role_id: 'chosen' })).status).toBe(204);
  expect((await logIn({ role_id: 'chosen', secret_id: (await secretId()).secret_id })).status).toBe(200);
});

test('a token is renewed no further than its bound', async () => {
  const role_id = await makeRole({ token_ttl: '40m', token_max_ttl: '60m' });
  const call = vault.as(tokenIn((await logIn({ role_id, secret_id: (await secretId()).secret_id })).body));
  vault.advance(30 * 60_000);
  expect((await call('POST', 'auth/token/renew-self')).body).toMatchObject({ auth: { lease_duration: 1800 } });
  vault.advance(30 * 60_000);
  expect((await call('GET', 'auth/token/lookup-self')).status).toBe(403);
});

test('the state shows roles without their ids, and is as before when all is deleted', async () => {
  const before = await vault.state();
  const role_id = await makeRole();
  const { secret_id } = await secretId();
  await logIn({ role_id, secret_id });
  const text = JSON.stringify(await vault.state());
  expect(text).toContain('"name":"blue"');
  expect([text.includes(role_id), text.includes(secret_id)]).toEqual([false, false]);
  await vault.admin('DELETE', ROLE);
  expect(await vault.state()).toEqual(before);
});
