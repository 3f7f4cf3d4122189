import { CommandError, EXIT } from '../command-error.ts';
import { addressOf } from './address.ts';
import type { Config, Context } from './config-file.ts';

/** The Paddock that a command calls, and the token for the calls. */
export type Access = {
  url: string;
  token: string | undefined;
  /** Whether the user has accepted, at sign-in, that tokens are sent there unencrypted. */
  insecureHttp: boolean;
};

type Given = { context?: string | undefined; url?: string | undefined; token?: string | undefined };

/**
 * Decides which Paddock a command calls: `--context`, then `PADDOCK_URL` and `PADDOCK_TOKEN`, then the current context.
 * A stored token is sent only to the address that issued it. No token is sent unencrypted to another machine, unless the
 * user has accepted this at sign-in.
 */
export function chooseAccess(config: Config, given: Given): Access {
  const { url, token, insecureHttp } = findAccess(config, given);
  const howToAllow = 'run `paddock login <url> --insecure-http`';
  return { url: addressOf(url, { insecureHttp, howToAllow }), token, insecureHttp };
}

function findAccess({ current, contexts }: Config, { context, url, token }: Given): Access {
  if (context !== undefined) return accessOf(namedContext(contexts, context));
  if (url !== undefined) {
    const stored = Object.values(contexts).find((known) => sameAddress(known.url, url));
    return { url, token: token ?? stored?.token, insecureHttp: stored?.insecure_http === true };
  }
  const chosen = current === undefined ? undefined : contexts[current];
  if (chosen === undefined)
    throw new CommandError(
      'You are not signed in.',
      EXIT.notAllowed,
      'Run `paddock login https://<address of Paddock>`.',
    );
  return { ...accessOf(chosen), token: token ?? chosen.token };
}

const accessOf = ({ url, token, insecure_http }: Context): Access => ({
  ...{ url, token, insecureHttp: insecure_http === true },
});

function namedContext(contexts: Config['contexts'], name: string): Context {
  const found = contexts[name];
  if (found !== undefined) return found;
  const known = Object.keys(contexts).join(', ') || 'none';
  throw new CommandError(`There is no context called ${name}.`, EXIT.notFound, `Contexts: ${known}.`);
}

const sameAddress = (a: string, b: string): boolean => a.replace(/\/+$/, '') === b.replace(/\/+$/, '');
