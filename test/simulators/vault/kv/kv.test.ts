import { afterEach, beforeEach, expect, test } from 'vitest';
import { startVault, type TestVault } from '../vault-client.ts';

let vault: TestVault;
beforeEach(async () => {
  vault = await startVault();
});
afterEach(() => vault.close());

const put = (path: string, data: object, options?: object) =>
  vault.admin('POST', `secret/data/${path}`, { data, ...(options && { options }) });
const get = (path: string) => vault.admin('GET', `secret/data/${path}`);
const unknown = { status: 404, body: { errors: [] } };

test('what is written is read, with its version', async () => {
  expect(await put('a/b', { token: 'x' })).toMatchObject({
    status: 200,
    body: {
      data: {
        created_time: '2026-11-20T12:00:00.000Z',
        custom_metadata: null,
        deletion_time: '',
        destroyed: false,
        version: 1,
      },
    },
  });
  await put('a/b', { token: 'y' });
  expect((await get('a/b')).body).toMatchObject({
    data: { data: { token: 'y' }, metadata: { version: 2 } },
    mount_type: 'kv',
  });
  expect((await get('a/b?version=1')).body).toMatchObject({ data: { data: { token: 'x' } } });
});

test('what is not there is 404 without errors', async () => {
  expect(await get('none')).toEqual(unknown);
  expect(await get('none?version=7')).toEqual(unknown);
  expect(await vault.admin('GET', 'secret/metadata/none')).toEqual(unknown);
  expect(await vault.admin('GET', 'secret/metadata?list=true')).toEqual(unknown);
});

test('a body without data is 400', async () => {
  expect(await vault.admin('POST', 'secret/data/a', { token: 'x' })).toEqual({
    status: 400,
    body: { errors: ['no data provided'] },
  });
});

test('a path for version 1 is 404 with a warning', async () => {
  await put('a', { k: 'v' });
  const { status, body } = await vault.admin('GET', 'secret/a');
  expect([status, JSON.stringify(body.warnings)]).toEqual([
    404,
    expect.stringContaining('Invalid path for a versioned'),
  ]);
});

test('check-and-set takes the version last read only', async () => {
  expect((await put('a', {}, { cas: 0 })).status).toBe(200);
  expect(await put('a', {}, { cas: 0 })).toEqual({
    status: 400,
    body: { errors: ['check-and-set parameter did not match the current version'] },
  });
  expect((await put('a', {}, { cas: 1 })).status).toBe(200);
});

test('a deleted version is 404 and still shows its metadata, until it is undeleted', async () => {
  await put('a', { k: 'v' });
  expect((await vault.admin('DELETE', 'secret/data/a')).status).toBe(204);
  expect(await get('a')).toMatchObject({
    status: 404,
    body: { data: { data: null, metadata: { version: 1, deletion_time: '2026-11-20T12:00:00.000Z' } } },
  });
  expect((await vault.admin('POST', 'secret/undelete/a', { versions: [1] })).status).toBe(204);
  expect((await get('a')).status).toBe(200);
  expect((await vault.admin('DELETE', 'secret/data/never')).status).toBe(204);
});

test('a destroyed version does not come back', async () => {
  await put('a', { k: 'v' });
  expect((await vault.admin('PUT', 'secret/destroy/a', { versions: [1] })).status).toBe(204);
  await vault.admin('POST', 'secret/undelete/a', { versions: [1] });
  expect(await get('a')).toMatchObject({ status: 404, body: { data: { data: null, metadata: { destroyed: true } } } });
});

test('deleting the metadata forgets everything: the next write is version 1', async () => {
  await put('a', {});
  await put('a', {});
  expect((await vault.admin('DELETE', 'secret/metadata/a')).status).toBe(204);
  expect((await vault.admin('DELETE', 'secret/metadata/a')).status).toBe(204);
  expect(await get('a')).toEqual(unknown);
  expect((await put('a', {})).body).toMatchObject({ data: { version: 1 } });
});

test('a list is one level', async () => {
  for (const path of ['x', 'dir/a', 'dir/b', 'dir/deep/c']) await put(path, {});
  expect((await vault.admin('GET', 'secret/metadata?list=true')).body).toMatchObject({ data: { keys: ['dir/', 'x'] } });
  expect((await vault.admin('GET', 'secret/metadata/dir/?list=true')).body).toMatchObject({
    data: { keys: ['a', 'b', 'deep/'] },
  });
});

test('ten versions are kept, or as many as the metadata say', async () => {
  for (const _ of Array.from({ length: 11 })) await put('a', {});
  expect((await get('a?version=1')).status).toBe(404);
  expect((await get('a?version=2')).status).toBe(200);
  await vault.admin('POST', 'secret/metadata/b', { max_versions: 1, custom_metadata: { owner: 'paddock' } });
  await put('b', {});
  await put('b', {});
  expect((await vault.admin('GET', 'secret/metadata/b')).body).toMatchObject({
    data: { current_version: 2, max_versions: 1, custom_metadata: { owner: 'paddock' }, versions: { 2: {} } },
  });
  expect((await get('b?version=1')).status).toBe(404);
});

test('a patch changes the fields it names', async () => {
  await put('a', { keep: 1, drop: 2 });
  await vault.admin('PATCH', 'secret/data/a', { data: { drop: null, add: 3 } });
  expect((await get('a')).body).toMatchObject({ data: { data: { keep: 1, add: 3 }, metadata: { version: 2 } } });
  expect((await vault.admin('PATCH', 'secret/data/none', { data: {} })).status).toBe(404);
});

test('the state shows paths and keys, no values', async () => {
  await put('a', { token: 'very-secret' });
  const state = await vault.state();
  expect(state.secrets).toMatchObject([{ id: 'secret/a', keys: ['token'], current_version: 1 }]);
  expect(JSON.stringify(state)).not.toContain('very-secret');
});
