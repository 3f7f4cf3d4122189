import { CommandError, EXIT } from '../command-error.ts';
import type { Config } from './config-file.ts';

/** The Paddock that a command calls, and the token for the calls. */
export type Access = { url: string; token: string | undefined };

type Given = { context?: string | undefined; url?: string | undefined; token?: string | undefined };

/**
 * Decides which Paddock a command calls: `--context`, then `PADDOCK_URL` and `PADDOCK_TOKEN`, then the current context.
 * A stored token is sent only to the address that issued it.
 */
export function chooseAccess({ current, contexts }: Config, { context, url, token }: Given): Access {
  if (context !== undefined) return namedContext(contexts, context);
  if (url !== undefined) {
    const stored = Object.values(contexts).find((known) => sameAddress(known.url, url));
    return { url, token: token ?? stored?.token };
  }
  const chosen = current === undefined ? undefined : contexts[current];
  if (chosen === undefined)
    throw new CommandError(
      'You are not signed in.',
      EXIT.notAllowed,
      'Run `paddock login https://<address of Paddock>`.',
    );
  return { url: chosen.url, token: token ?? chosen.token };
}

function namedContext(contexts: Config['contexts'], name: string): Access {
  const found = contexts[name];
  if (found !== undefined) return found;
  const known = Object.keys(contexts).join(', ') || 'none';
  throw new CommandError(`There is no context called ${name}.`, EXIT.notFound, `Contexts: ${known}.`);
}

const sameAddress = (a: string, b: string): boolean => a.replace(/\/+$/, '') === b.replace(/\/+$/, '');
