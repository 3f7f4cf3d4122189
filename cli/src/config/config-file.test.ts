import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configPath, readConfig, writeConfig } from './config-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

const CONFIG = { current: 'lab', contexts: { lab: { url: 'http://lab', token: 'secret', username: 'olga' } } };

test('what was written is read, by its owner only', async () => {
  const env = { XDG_CONFIG_HOME: folder };
  expect(await readConfig(env)).toEqual({ contexts: {} });
  await writeConfig(env, CONFIG);
  expect(await readConfig(env)).toEqual(CONFIG);
  expect((await stat(configPath(env))).mode & 0o777).toBe(0o600);
});

test('a file that others could read is closed when it is written again', async () => {
  const env = { HOME: folder };
  await writeConfig(env, CONFIG);
  await chmod(configPath(env), 0o644);
  await writeConfig(env, CONFIG);
  expect((await stat(join(folder, '.config/paddock/config.json'))).mode & 0o777).toBe(0o600);
});

test.each(['{', '[]', '{"contexts": {"a": {"url": 1}}}'])(
  'a broken file is an error with what to do: %s',
  async (text) => {
    const env = { XDG_CONFIG_HOME: folder };
    await writeConfig(env, CONFIG);
    await writeFile(configPath(env), text);
    await expect(readConfig(env)).rejects.toMatchObject({ nextStep: 'Remove it, then run `paddock login` again.' });
  },
);
