import { afterEach, beforeEach, expect, test } from 'vitest';
import { manualClock } from '../_kit/manual-clock.ts';
import { seedVault, vaultContext } from './seed-vault.ts';
import { startVault, type TestVault } from './vault-client.ts';

let vault: TestVault;
beforeEach(async () => {
  vault = await startVault();
});
afterEach(() => vault.close());

const ROLE = 'auth/approle/role/blue';

test.each([
  ['POST', ROLE, { token_policies: ['p'], token_ttl: null, secret_id_bound_cidrs: null }],
  ['POST', 'secret/metadata/a', { custom_metadata: null, max_versions: null }],
  ['POST', 'sys/mounts/kv1', { type: 'kv', description: null, config: null, options: null }],
])('%s %s takes a field that is null as one that is not there', async (method, path, body) => {
  expect((await vault.admin(method, path, body)).status).toBe(204);
});

test('a field that an endpoint does not know is named where there is an answer, and does nothing where there is none', async () => {
  expect((await vault.admin('POST', ROLE, { nosuch: 1 })).status).toBe(204);
  const { body } = await vault.admin('POST', `${ROLE}/secret-id`, { nosuch: 1, metadata: null });
  expect(body.warnings).toEqual(['Endpoint ignored these unrecognized parameters: [nosuch]']);
});

test.each([
  'sys/mounts',
  'sys/policies/acl?list=true',
  'auth/approle/role?list=true',
  'secret/metadata?list=true',
  'secret/data/a',
])('a query parameter that nobody knows is named at %s', async (path) => {
  await vault.admin('POST', ROLE, {});
  await vault.admin('POST', 'secret/data/a', { data: { b: 1 } });
  const { status, body } = await vault.admin('GET', `${path}${path.includes('?') ? '&' : '?'}nosuch=1`);
  expect([status, body.warnings]).toEqual([200, ['Endpoint ignored these unrecognized parameters: [nosuch]']]);
});

test.each([
  ['POST', ROLE, { token_type: 'batch' }, 'batch tokens'],
  ['POST', 'auth/token/create', { type: 'batch' }, 'type "batch"'],
  ['POST', 'auth/token/create', { entity_alias: 'x' }, 'entity_alias "x"'],
  ['POST', 'sys/mounts/pki', { type: 'pki' }, 'secret engine pki'],
  ['POST', 'sys/auth/userpass', { type: 'userpass' }, 'auth engine userpass'],
  ['POST', 'sys/remount', { from: 'a', to: 'b' }, 'update sys/remount'],
])('%s %s of %j is refused as not simulated', async (method, path, body, what) => {
  expect(await vault.admin(method, path, body)).toEqual({ status: 501, body: { errors: [`not simulated: ${what}`] } });
});

test('a KV of version 1 holds what was last written, and lists one level', async () => {
  await vault.admin('POST', 'sys/mounts/old', { type: 'kv' });
  expect((await vault.admin('POST', 'old/a/b', { x: '1', ttl: '30m' })).status).toBe(204);
  expect((await vault.admin('GET', 'old/a/b')).body).toMatchObject({ data: { x: '1' }, lease_duration: 1800 });
  expect((await vault.admin('GET', 'old?list=true')).body).toMatchObject({ data: { keys: ['a/'] } });
  expect((await vault.admin('DELETE', 'old/a/b')).status).toBe(204);
  expect(await vault.admin('GET', 'old/a/b')).toEqual({ status: 404, body: { errors: [] } });
});

test('a secret ends by itself when its mount says so', async () => {
  await vault.admin('POST', 'secret/config', { delete_version_after: '1h', max_versions: 2 });
  await vault.admin('POST', 'secret/data/a', { data: { b: 1 } });
  expect((await vault.admin('GET', 'secret/config')).body).toMatchObject({
    data: { delete_version_after: '1h0m0s', max_versions: 2 },
  });
  expect((await vault.admin('GET', 'secret/data/a')).status).toBe(200);
  vault.advance(3_600_000);
  expect((await vault.admin('GET', 'secret/data/a')).status).toBe(404);
});

test.each([
  ['{"a":"b"}', { a: 'b' }],
  [Buffer.from('{"a":"b"}').toString('base64'), { a: 'b' }],
  ['a=b,c=d', { a: 'b', c: 'd' }],
])('metadata of a secret id may be %s', async (metadata, read) => {
  await vault.admin('POST', ROLE, {});
  const made = await vault.admin('POST', `${ROLE}/secret-id`, { metadata });
  const found = await vault.admin('POST', `${ROLE}/secret-id/lookup`, made.body.data);
  expect(found.body).toMatchObject({ data: { metadata: read } });
});

test('a secret id for another address is refused', async () => {
  await vault.admin('POST', ROLE, { role_id: 'blue' });
  const secretId = async (cidr: string) =>
    Object((await vault.admin('POST', `${ROLE}/secret-id`, { cidr_list: [cidr] })).body.data).secret_id;
  const logIn = (secret_id: unknown) => vault.send('POST', 'auth/approle/login', { role_id: 'blue', secret_id });
  expect((await logIn(await secretId('127.0.0.0/8'))).status).toBe(200);
  expect((await logIn(await secretId('10.0.0.0/8'))).status).toBe(400);
});

test('a reset empties the seeded mounts, and leaves their maps where they are', () => {
  const context = vaultContext(manualClock(), 'hvs.root');
  const [kv, approle] = [context.mounts.get('secret/'), context.mounts.get('auth/approle/')];
  if (kv?.type !== 'kv' || kv.version !== 2 || approle?.type !== 'approle') throw new Error('not seeded');
  const { secrets } = kv;
  context.mounts.delete('secret/');
  context.mounts.set('secret/', kv);
  seedVault(context, 'hvs.root');
  expect(context.mounts.get('secret/')).toBe(kv);
  expect(kv.secrets).toBe(secrets);
  expect(context.mounts.get('auth/approle/')).toBe(approle);
});
