import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@paddock/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { type PlayedApi, playedApi } from '../io/played-api.ts';
import { recordedIo } from '../io/recorded-io.ts';
import { mergeKubeconfig } from './write-kubeconfig.ts';

const NAMES = ['a', 'b', 'c', 'd'];
const kubeconfig = (uuid: string) => {
  const name = `demo-${uuid}`;
  return { clusters: [{ name }], users: [{ name }], contexts: [{ name }], 'current-context': name };
};
const call = (name: string) => `POST /api/rancher-clusters/${name}/kubeconfig/`;

let folder: string;
let api: PlayedApi;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-kubeconfig-'));
  const answer = (name: string) => Response.json({ config: stringify(kubeconfig(name)), expires_at: 'later' });
  api = await playedApi(Object.fromEntries(NAMES.map((name) => [call(name), [answer(name)]])));
});
afterEach(async () => {
  api.close();
  await rm(folder, { recursive: true });
});

const merge = (KUBECONFIG: string, name: string) =>
  mergeKubeconfig(
    {
      ...{ io: recordedIo({ env: { KUBECONFIG } }), api: createClient({ baseUrl: api.url }), format: 'table' },
      access: { url: api.url, token: undefined, insecureHttp: false },
    },
    { uuid: name, name: 'demo' },
  );

test('of several clusters that are added at the same moment none is lost', async () => {
  const path = join(folder, 'config');
  await Promise.all(NAMES.map((name) => merge(path, name)));
  const { clusters } = parse(await readFile(path, 'utf8'));
  expect(clusters.map(({ name }: { name: string }) => name).sort()).toEqual(NAMES.map((uuid) => `demo-${uuid}`));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test.each(['text', 'users: [{name: ada, user: {token: "secret}}]'])(
  'a file that is no kubeconfig stays as it is, and no credential is made: %s',
  async (text) => {
    const path = join(folder, 'notes');
    await writeFile(path, text);
    // The whole message is compared, because the messages of a parser quote the file and its secrets.
    await expect(merge(path, 'a')).rejects.toThrow(new RegExp(`^${path} is not a kubeconfig\\.$`));
    expect([await readFile(path, 'utf8'), api.calls]).toEqual([text, []]);
  },
);

test('no credential is made for a file of another user', async () => {
  const path = join(folder, 'config');
  await writeFile(path, '');
  const other = vi.spyOn(process, 'geteuid').mockReturnValue((await stat(path)).uid + 1);
  await expect(merge(path, 'a')).rejects.toThrow(`${path} belongs to another user.`);
  other.mockRestore();
  expect(api.calls).toEqual([]);
});
