import { type DeviceLogin, dataOf, type PaddockClient, PaddockError } from '@paddock/client';
import type { Command } from 'commander';
import { CommandError, EXIT } from '../command-error.ts';
import { addressOf } from '../config/address.ts';
import { type Config, readConfig, updateConfig } from '../config/config-file.ts';
import { apiAt, openSession } from '../config/session.ts';
import { poll } from '../follow/poll.ts';
import type { Io } from '../io/io.ts';

type Options = { tokenStdin?: true; as?: string; insecureHttp?: true };
type SignedIn = { token: string; expires_at?: string };

/** `paddock login URL` and `paddock logout` */
export function addLogin(program: Command, io: Io): void {
  program
    .command('login')
    .description('sign in with a browser, here or on another device')
    .argument('[url]', 'address of Paddock (PADDOCK_URL, or the address of the current context)')
    .option('--token-stdin', 'read an API token from stdin instead')
    .option('--as <context>', 'name of the context (the host of the address)')
    .option('--insecure-http', 'allow an http address that is not on this machine; tokens are sent unencrypted')
    .action(async (given: string | undefined, options: Options) => {
      const config = await readConfig(io.env);
      const insecureHttp = options.insecureHttp === true;
      const url = addressOf(given ?? (io.env.PADDOCK_URL || currentUrl(config)), {
        ...{ insecureHttp, howToAllow: 'add --insecure-http' },
      });
      const api = apiAt(io, { url, token: undefined, insecureHttp });
      const signedIn = options.tokenStdin === true ? await readToken(io) : await signInByDevice(io, api);
      const me = await dataOf(apiAt(io, { url, token: signedIn.token, insecureHttp }).GET('/api/users/me/'));
      const name = options.as ?? new URL(url).host;
      const context = { url, ...signedIn, username: me.username, ...(insecureHttp && { insecure_http: true }) };
      await updateConfig(io.env, ({ contexts }) => ({ current: name, contexts: { ...contexts, [name]: context } }));
      io.err(`You are signed in to ${url} as ${me.username}.\n`);
    });
  program
    .command('logout')
    .description('sign out: revoke the token and remove it from this machine')
    .action(async (_options: object, command: Command) => {
      const { api, access } = await openSession(io, command);
      const { response, error } = await api.POST('/api/sign-in/end/');
      // A token that may still be valid stays stored, so that the user can revoke it later.
      if (!response.ok && response.status !== 401) throw new PaddockError(response, error);
      await updateConfig(io.env, (config) => withoutToken(config, access.token));
      io.err(response.ok ? 'You are signed out.\n' : 'The token is removed. It was not valid any more.\n');
    });
}

function withoutToken({ current, contexts }: Config, forgotten: string | undefined): Config {
  const kept = Object.entries(contexts).filter(([, { token }]) => token !== forgotten);
  const isKept = kept.some(([name]) => name === current);
  return { ...(current !== undefined && isKept && { current }), contexts: Object.fromEntries(kept) };
}

const currentUrl = ({ current, contexts }: Config): string | undefined =>
  current === undefined ? undefined : contexts[current]?.url;

async function readToken(io: Io): Promise<SignedIn> {
  const token = (await io.readInput()).trim();
  if (token !== '') return { token };
  throw new CommandError(
    'There was no token on stdin.',
    EXIT.usage,
    'Try `paddock login <url> --token-stdin < token`.',
  );
}

/** Signs in by OAuth's device flow. The user confirms in any browser while the command waits. */
async function signInByDevice(io: Io, api: PaddockClient): Promise<SignedIn> {
  const login = await dataOf(api.POST('/api/sign-in/device/'));
  io.err(
    `Open ${login.verification_uri_complete ?? login.verification_uri}\nand confirm the code ${login.user_code}.\n`,
  );
  return await waitForToken(io, api, login);
}

async function waitForToken(
  io: Io,
  api: PaddockClient,
  { device_code, interval, expires_in }: DeviceLogin,
): Promise<SignedIn> {
  let seconds = interval;
  const body = { device_code };
  const look = async () => {
    const { state, token, expires_at } = await dataOf(api.POST('/api/sign-in/device/token/', { body }));
    if (state === 'done' && token !== null) return { found: { token, ...(expires_at !== null && { expires_at }) } };
    // After `slow_down`, RFC 8628 requires clients to add five seconds to the polling interval.
    if (state === 'too_fast') seconds += 5;
    return undefined;
  };
  const late = () => new CommandError('The code has expired.', EXIT.notAllowed, 'Run `paddock login` again.');
  const deadline = { at: io.now() + expires_in * 1000, error: late };
  await io.sleep(seconds * 1000);
  return await poll(io, { look, pauseMs: () => seconds * 1000, deadline });
}
