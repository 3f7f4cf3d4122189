import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CommandError, EXIT } from '../command-error.ts';
import { ifFile } from '../io/if-file.ts';
import { withLock } from '../io/with-lock.ts';
import { writePrivateFile } from '../io/write-private-file.ts';

/** A Paddock, and the user who is signed in there. */
export type Context = {
  url: string;
  token: string;
  username: string;
  expires_at?: string;
  /** The user has signed in with `--insecure-http`. */
  insecure_http?: boolean;
};
export type Config = { current?: string; contexts: Record<string, Context> };

type Env = Readonly<Record<string, string | undefined>>;

/** `$XDG_CONFIG_HOME/paddock/config.json`. */
export const configPath = ({ XDG_CONFIG_HOME, HOME }: Env): string =>
  join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'paddock', 'config.json');

export async function readConfig(env: Env): Promise<Config> {
  const path = configPath(env);
  const text = await ifFile(readFile(path, 'utf8'));
  if (text === undefined) return { contexts: {} };
  const config = parse(text);
  if (config === undefined)
    throw new CommandError(`${path} cannot be read.`, EXIT.failed, 'Remove this file, then run `paddock login` again.');
  return config;
}

/** Changes the file under a lock. So commands that run at the same time do not overwrite each other's changes. */
export async function updateConfig(env: Env, change: (config: Config) => Config): Promise<void> {
  const path = configPath(env);
  await withLock(path, async () => {
    const config = change(await readConfig(env));
    await writePrivateFile(path, `${JSON.stringify(config, undefined, 2)}\n`);
  });
}

function parse(text: string): Config | undefined {
  try {
    const config: unknown = JSON.parse(text);
    return isConfig(config) ? config : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isContext = (value: unknown): value is Context =>
  isObject(value) && ['url', 'token', 'username'].every((field) => typeof value[field] === 'string');

const isConfig = (value: unknown): value is Config =>
  isObject(value) && isObject(value.contexts) && Object.values(value.contexts).every(isContext);
