import { createClient, type PaddockClient } from '@paddock/client';
import type { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import type { Io } from '../io/io.ts';
import type { Format } from '../output/print.ts';
import { type Access, chooseAccess } from './choose-access.ts';
import { readConfig } from './config-file.ts';

const USER_AGENT = `paddock-cli/${manifest.version}`;

export type CommonOptions = { context?: string; output: Format };

/** The context of a running command: the API client, the terminal, and the output format. */
export type Session = { io: Io; api: PaddockClient; access: Access; format: Format };

/** Opens a session from the options and the environment. */
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

/** Makes a client for the address and the token. Ctrl-C aborts its requests. */
export const apiAt = ({ interrupted: signal }: Io, { url: baseUrl, token, insecureHttp }: Access): PaddockClient =>
  createClient({
    ...{ baseUrl, signal, userAgent: USER_AGENT, allowInsecureHttp: insecureHttp },
    ...(token !== undefined && { token }),
  });
