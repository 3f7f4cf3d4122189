import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError, EXIT } from '../command-error.ts';

/** A Paddock, and who is signed in there. */
export type Context = { url: string; token: string; username: string; expires_at?: string };
export type Config = { current?: string; contexts: Record<string, Context> };

type Env = Readonly<Record<string, string | undefined>>;

/** `$XDG_CONFIG_HOME/paddock/config.json`. */
export const configPath = ({ XDG_CONFIG_HOME, HOME }: Env): string =>
  join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'paddock', 'config.json');

export async function readConfig(env: Env): Promise<Config> {
  const path = configPath(env);
  const text = await readFile(path, 'utf8').catch(noFile);
  if (text === undefined) return { contexts: {} };
  const config = parse(text);
  if (config === undefined)
    throw new CommandError(`${path} cannot be read.`, EXIT.failed, 'Remove it, then run `paddock login` again.');
  return config;
}

/** Replaces the file as a whole, so that nobody reads half of it. Only its owner may read it, because it has tokens. */
export async function writeConfig(env: Env, config: Config): Promise<void> {
  const path = configPath(env);
  const written = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(written, `${JSON.stringify(config, undefined, 2)}\n`, { mode: 0o600 });
  await rename(written, path);
}

function noFile(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
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
