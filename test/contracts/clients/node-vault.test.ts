import vaultClient from 'node-vault';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Simulator, startSimulator } from '../start-simulator.ts';

let simulator: Simulator;
let vault: ReturnType<typeof vaultClient>;

beforeAll(async () => {
  simulator = await startSimulator('vault');
  const { root_token: token } = z.object({ root_token: z.string() }).parse(simulator.printed);
  vault = vaultClient({ endpoint: simulator.url, token });
});
afterAll(() => simulator.stop());

test('node-vault finds the server initialised, unsealed and in charge', async () => {
  expect(await vault.initialized()).toMatchObject({ initialized: true });
  expect(await vault.status()).toMatchObject({ sealed: false });
  expect(await vault.health()).toMatchObject({ initialized: true });
  expect(await vault.leader()).toMatchObject({ ha_enabled: false });
});

test('node-vault mounts and tunes, and works with KV of both versions', async () => {
  await vault.mount({ mount_point: 'kv1', type: 'kv', options: { version: '1' }, description: 'first' });
  await vault.mount({ mount_point: 'team/kv2', type: 'kv', options: { version: '2' } });
  expect(await vault.mounts()).toMatchObject({
    data: { 'kv1/': { type: 'kv' }, 'team/kv2/': { options: { version: '2' } } },
  });
  await vault.write('kv1/a/b', { x: '1' });
  expect(await vault.read('kv1/a/b')).toMatchObject({ data: { x: '1' } });
  expect(await vault.list('kv1/a')).toMatchObject({ data: { keys: ['b'] } });
  await vault.delete('kv1/a/b');
  await expect(vault.read('kv1/a/b')).rejects.toMatchObject({ response: { statusCode: 404 } });
  await vault.write('team/kv2/data/a', { data: { x: 1 }, options: { cas: 0 } });
  await vault.write('team/kv2/data/a', { data: { x: 2 } });
  await vault.write('team/kv2/metadata/a', { max_versions: null, custom_metadata: { owner: 'me' } });
  expect(await vault.read('team/kv2/metadata/a')).toMatchObject({
    data: { current_version: 2, custom_metadata: { owner: 'me' } },
  });
  await vault.write('team/kv2/delete/a', { versions: [1] });
  await vault.write('team/kv2/undelete/a', { versions: [1] });
  await vault.write('team/kv2/destroy/a', { versions: [1] });
  expect(await vault.read('team/kv2/data/a')).toMatchObject({ data: { data: { x: 2 }, metadata: { version: 2 } } });
  await vault.unmount({ mount_point: 'kv1' });
});

test('node-vault writes a policy and a role, and logs in', async () => {
  await vault.addPolicy({ name: 'reader', rules: 'path "secret/data/*" { capabilities = ["read"] }' });
  expect(await vault.policies()).toMatchObject({ data: { keys: expect.arrayContaining(['reader']) } });
  expect(await vault.getPolicy({ name: 'reader' })).toMatchObject({ data: { name: 'reader' } });
  await vault.addApproleRole({ role_name: 'job', policies: 'reader', secret_id_num_uses: 2, token_ttl: 600 });
  const role = await vault.getApproleRoleId({ role_name: 'job' });
  const secret = await vault.getApproleRoleSecret({ role_name: 'job' });
  // After a login, the client uses the token that it received.
  const machine = vaultClient({ endpoint: simulator.url });
  const session = await machine.approleLogin({ role_id: role.data.role_id, secret_id: secret.data.secret_id });
  expect(session.auth).toMatchObject({ lease_duration: 600, policies: ['default', 'reader'] });
  const token = z.string().parse(session.auth.client_token);
  expect(await vault.tokenLookup({ token })).toMatchObject({ data: { path: 'auth/approle/login' } });
  await vault.tokenRevoke({ token });
  await expect(vault.tokenLookup({ token })).rejects.toMatchObject({ response: { statusCode: 403 } });
  await vault.removePolicy({ name: 'reader' });
});
