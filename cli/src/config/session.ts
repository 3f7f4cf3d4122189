import { createClient, type PaddockClient } from '@paddock/client';
import type { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import type { Io } from '../io/io.ts';
import type { Format } from '../output/print.ts';
import { type Access, chooseAccess } from './choose-access.ts';
import { readConfig } from './config-file.ts';

const USER_AGENT = `paddock-cli/${manifest.version}`;

export type CommonOptions = { context?: string; output: Format };

/** What a command works with: the API in somebody's name, the terminal, and how to print. */
export type Session = { io: Io; api: PaddockClient; access: Access; format: Format };

/** Opens a session as the options and the environment say. */
export async function openSession(io: Io, command: Command): Promise<Session> {
  const { context, output } = command.opts<CommonOptions>();
  const { PADDOCK_URL, PADDOCK_TOKEN } = io.env;
  const access = chooseAccess(await readConfig(io.env), {
    context,
    url: PADDOCK_URL || undefined,
    token: PADDOCK_TOKEN || undefined,
  });
  return { io, api: apiAt(io, access), access, format: output };
}

/** The API at an address, in the name of a token's owner. Ctrl-C ends its requests. */
export const apiAt = ({ interrupted: signal }: Io, { url: baseUrl, token }: Access): PaddockClient =>
  createClient({ baseUrl, signal, userAgent: USER_AGENT, ...(token !== undefined && { token }) });
