import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configPath, readConfig, updateConfig } from './config-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

const CONFIG = { current: 'lab', contexts: { lab: { url: 'http://lab', token: 'secret', username: 'olga' } } };

test('what was written is read, by its owner only', async () => {
  const env = { XDG_CONFIG_HOME: folder };
  expect(await readConfig(env)).toEqual({ contexts: {} });
  await updateConfig(env, () => CONFIG);
  expect(await readConfig(env)).toEqual(CONFIG);
  expect((await stat(configPath(env))).mode & 0o777).toBe(0o600);
});

test('of several sign-ins at the same moment none is lost', async () => {
  const env = { HOME: folder };
  const names = ['a', 'b', 'c', 'd'];
  const signIn = (name: string) =>
    updateConfig(env, ({ contexts }) => ({ current: name, contexts: { ...contexts, [name]: CONFIG.contexts.lab } }));
  await Promise.all(names.map(signIn));
  expect(Object.keys((await readConfig(env)).contexts).sort()).toEqual(names);
});

test.each(['{', '[]', '{"contexts": {"a": {"url": 1}}}'])(
  'a broken file is an error with what to do: %s',
  async (text) => {
    const env = { XDG_CONFIG_HOME: folder };
    await updateConfig(env, () => CONFIG);
    await writeFile(configPath(env), text);
    await expect(readConfig(env)).rejects.toMatchObject({
      nextStep: 'Remove this file, then run `paddock login` again.',
    });
  },
);
