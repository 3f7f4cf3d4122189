import { afterEach, beforeEach, expect, test } from 'vitest';
import { rawList, startVault, type TestVault, tokenIn } from './vault-client.ts';

let vault: TestVault;
beforeEach(async () => {
  vault = await startVault();
});
afterEach(() => vault.close());

const denied = { status: 403, body: { errors: ['1 error occurred:\n\t* permission denied\n\n'] } };

test('no token and a bad one are 403, and Bearer works like X-Vault-Token', async () => {
  expect(await vault.send('GET', 'sys/mounts')).toEqual({ status: 403, body: { errors: ['permission denied'] } });
  const bad = await vault.as('hvs.wrong')('GET', 'sys/mounts');
  expect(bad.status).toBe(403);
  expect(JSON.stringify(bad.body)).toContain('invalid token');
  expect((await vault.send('GET', 'sys/mounts', undefined, { authorization: `Bearer ${vault.root}` })).status).toBe(
    200,
  );
});

test('a success comes in an envelope', async () => {
  expect(Object.keys((await vault.admin('GET', 'sys/policies/acl/default')).body).sort()).toEqual(
    [
      'request_id',
      'lease_id',
      'renewable',
      'lease_duration',
      'data',
      'wrap_info',
      'warnings',
      'auth',
      'mount_type',
    ].sort(),
  );
});

test('an unknown mount is 404 to root and 403 to everyone else', async () => {
  const missing = await vault.admin('GET', 'nowhere/x');
  expect(missing).toEqual({
    status: 404,
    body: { errors: ['no handler for route "nowhere/x". route entry not found.'] },
  });
  expect(await vault.as(await vault.tokenWith('default'))('GET', 'nowhere/x')).toEqual(denied);
});

test('a wrong method is 405', async () => {
  expect(await vault.admin('DELETE', 'sys/mounts')).toEqual({
    status: 405,
    body: { errors: ['1 error occurred:\n\t* unsupported operation\n\n'] },
  });
});

test.each([
  ['sys/policies/acl', 'policy'],
  ['sys/policy', 'rules'],
])('policies under %s: written, read as they were, deleted, gone', async (path, field) => {
  const policy = 'path "secret/data/a" { capabilities = ["read"] }';
  expect((await vault.admin('PUT', `${path}/Blue`, { policy })).status).toBe(204);
  expect((await vault.admin('GET', `${path}/blue`)).body).toMatchObject({ data: { name: 'blue', [field]: policy } });
  expect((await vault.admin('GET', `${path}?list=true`)).body).toMatchObject({
    data: { keys: ['blue', 'default', 'root'] },
  });
  expect((await vault.admin('DELETE', `${path}/blue`)).status).toBe(204);
  expect((await vault.admin('DELETE', `${path}/blue`)).status).toBe(204);
  expect(await vault.admin('GET', `${path}/blue`)).toEqual({ status: 404, body: { errors: [] } });
});

test.each([
  ['half a block', 'path "secret/*" { capabilities = ["read"]'],
  ['another block', 'role "x" { }'],
  ['an unknown capability', 'path "secret/*" { capabilities = ["fly"] }'],
  ['an unknown key', '{"path":{"a":{"capabilites":["read"]}}}'],
  ['broken JSON', '{"path":'],
  ['no text', ''],
])('a policy with %s is 400', async (_what, policy) => {
  expect((await vault.admin('PUT', 'sys/policies/acl/x', { policy })).status).toBe(400);
  expect((await vault.admin('GET', 'sys/policies/acl/x')).status).toBe(404);
});

test('root stays', async () => {
  expect((await vault.admin('DELETE', 'sys/policies/acl/root')).status).toBe(400);
});

test('HCL and JSON say the same', async () => {
  const hcl = `
    # comments, and the older shorthand
    path "secret/data/a" { capabilities = ["read", "list"] // both
    }
    path "secret/data/b" { policy = "write" }`;
  await vault.admin('PUT', 'sys/policies/acl/hcl', { policy: hcl });
  const call = vault.as(await vault.tokenWith('hcl'));
  expect(
    (await call('POST', 'sys/capabilities-self', { paths: ['secret/data/a', 'secret/data/b', 'x'] })).body,
  ).toMatchObject({
    data: {
      'secret/data/a': ['list', 'read'],
      'secret/data/b': ['create', 'delete', 'list', 'read', 'update'],
      x: ['deny'],
    },
    'secret/data/a': ['list', 'read'],
  });
});

test.each([
  ['exactly', { 'secret/data/a': ['read'] }, 'secret/data/a', true],
  ['exactly and nothing below', { 'secret/data/a': ['read'] }, 'secret/data/a/b', false],
  ['with a star at the end', { 'secret/data/*': ['read'] }, 'secret/data/a/b', true],
  ['with a star inside, which is a plain character', { 'secret/*/a': ['read'] }, 'secret/data/a', false],
  ['with a plus for one segment', { 'secret/data/+/b': ['read'] }, 'secret/data/a/b', true],
  ['with a plus, not for two', { 'secret/data/+': ['read'] }, 'secret/data/a/b', false],
  ['the more exact rule wins', { 'secret/*': ['read'], 'secret/data/a/*': ['deny'] }, 'secret/data/a/b', false],
  ['an exact rule beats a pattern', { 'secret/data/*': ['deny'], 'secret/data/a': ['read'] }, 'secret/data/a', true],
  ['another capability does not help', { 'secret/data/a': ['list', 'update'] }, 'secret/data/a', false],
])('a rule matches %s', async (_how, paths, path, allowed) => {
  await vault.admin('POST', path, { data: { k: 'v' } });
  await vault.writePolicy('p', paths);
  expect((await vault.as(await vault.tokenWith('p'))('GET', path)).status).toBe(allowed ? 200 : 403);
});

test('several policies add up, and deny wins', async () => {
  await vault.admin('POST', 'secret/data/a', { data: { k: 'v' } });
  await vault.writePolicy('one', { 'secret/data/a': ['update'] });
  await vault.writePolicy('two', { 'secret/data/a': ['read'] });
  await vault.writePolicy('no', { 'secret/data/a': ['deny'] });
  const read = async (...policies: string[]) =>
    (await vault.as(await vault.tokenWith(...policies))('GET', 'secret/data/a')).status;
  expect([await read('one'), await read('one', 'two'), await read('one', 'two', 'no')]).toEqual([403, 200, 403]);
});

test('the first write of a path is create, the next is update', async () => {
  await vault.writePolicy('creator', { 'secret/data/a': ['create'] });
  const call = vault.as(await vault.tokenWith('creator'));
  expect((await call('POST', 'secret/data/a', { data: {} })).status).toBe(200);
  expect(await call('POST', 'secret/data/a', { data: {} })).toEqual(denied);
});

test('a change of a policy acts at once on living tokens', async () => {
  await vault.admin('POST', 'secret/data/a', { data: { k: 'v' } });
  await vault.writePolicy('p', { 'secret/data/a': ['read'] });
  const call = vault.as(await vault.tokenWith('p'));
  expect((await call('GET', 'secret/data/a')).status).toBe(200);
  await vault.admin('DELETE', 'sys/policies/acl/p');
  expect(await call('GET', 'secret/data/a')).toEqual(denied);
});

test('a token sees to itself: looked up, renewed, revoked', async () => {
  const made = await vault.admin('POST', 'auth/token/create', { policies: ['default'], ttl: '10m' });
  expect(made.body).toMatchObject({ auth: { lease_duration: 600, policies: ['default'], orphan: false } });
  const call = vault.as(tokenIn(made.body));
  expect((await call('GET', 'auth/token/lookup-self')).body).toMatchObject({
    data: { ttl: 600, policies: ['default'] },
  });
  vault.advance(60_000);
  expect((await call('POST', 'auth/token/renew-self')).status).toBe(200);
  expect((await call('GET', 'auth/token/lookup-self')).body).toMatchObject({ data: { ttl: 600 } });
  expect((await call('POST', 'auth/token/revoke-self')).status).toBe(204);
  expect((await call('GET', 'auth/token/lookup-self')).status).toBe(403);
});

test('a token ends with its time, with its uses, and with its parent', async () => {
  const make = async (order: object, token = vault.root) =>
    vault.as(tokenIn((await vault.as(token)('POST', 'auth/token/create', order)).body));
  const short = await make({ ttl: '2s', policies: ['default'] });
  vault.advance(2000);
  expect((await short('GET', 'auth/token/lookup-self')).status).toBe(403);
  const twice = await make({ num_uses: 2, policies: ['default'] });
  const statuses = [];
  for (const _ of [1, 2, 3]) statuses.push((await twice('GET', 'auth/token/lookup-self')).status);
  expect(statuses).toEqual([200, 200, 403]);
  await vault.writePolicy('maker', { 'auth/token/create': ['update'] });
  const parent = await vault.tokenWith('maker');
  const child = await make({ policies: ['default'] }, parent);
  await vault.admin('POST', 'auth/token/revoke', { token: parent });
  expect((await child('GET', 'auth/token/lookup-self')).status).toBe(403);
});

test('a token gives no rights it has not', async () => {
  await vault.writePolicy('maker', { 'auth/token/create': ['update'] });
  const call = vault.as(await vault.tokenWith('maker'));
  expect(await call('POST', 'auth/token/create', { policies: ['root'] })).toMatchObject({ status: 400 });
});

test('a wrapped answer is had once, by whoever brings the token', async () => {
  await vault.admin('POST', 'secret/data/a', { data: { k: 'v' } });
  const asked = { 'x-vault-token': vault.root, 'x-vault-wrap-ttl': '60s' };
  const { body } = await vault.send('GET', 'secret/data/a', undefined, asked);
  expect(body).toMatchObject({ data: null, wrap_info: { ttl: 60, creation_path: 'secret/data/a' } });
  const { token } = Object(body.wrap_info);
  expect((await vault.as(token)('POST', 'sys/wrapping/unwrap')).body).toMatchObject({ data: { data: { k: 'v' } } });
  expect((await vault.as(token)('POST', 'sys/wrapping/unwrap')).status).toBe(400);
});

test('mounts: KV version 2 and AppRole are there; a path is enabled once; others of the kind can be added', async () => {
  expect((await vault.admin('GET', 'sys/mounts')).body).toMatchObject({
    'secret/': { type: 'kv', options: { version: '2' } },
    data: { 'secret/': { type: 'kv' } },
  });
  expect((await vault.admin('GET', 'sys/auth')).body).toMatchObject({ 'approle/': { type: 'approle' }, 'token/': {} });
  const again = await vault.admin('POST', 'sys/auth/approle', { type: 'approle' });
  expect(again).toEqual({ status: 400, body: { errors: ['path is already in use at auth/approle/'] } });
  expect((await vault.admin('POST', 'sys/mounts/kv', { type: 'kv-v2' })).status).toBe(204);
  expect((await vault.admin('POST', 'kv/data/a', { data: {} })).status).toBe(200);
});

test('health needs no token', async () => {
  const { status, body } = await vault.send('GET', 'sys/health');
  expect([status, body]).toMatchObject([200, { initialized: true, sealed: false, version: '1.21.4' }]);
});

test('the method LIST is understood, though the HTTP parser knows it not', async () => {
  await vault.admin('POST', 'secret/data/dir/a', { data: {} });
  const packet = await listByMethod('secret/metadata/dir');
  expect(packet).toMatchObject({ status: 200, body: { data: { keys: ['a'] } } });
  expect(await listByMethod('secret/metadata/none')).toEqual({ status: 404, body: { errors: [] } });
});

const listByMethod = (path: string) => rawList(vault.url, path, vault.root);
