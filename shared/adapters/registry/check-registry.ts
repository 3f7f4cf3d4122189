import { z } from 'zod';
import {
  CHECK_TIMEOUT_MS,
  type CredentialCheck,
  failedCheck,
  passedCheck,
  type Tried,
} from '#shared/domain/providers/credential-check';
import { BackendUnauthorized } from '../../errors.ts';
import type { Connect } from '../json-client.ts';

type Account = { username: string; password: string };
type Challenge = { realm: URL; service: string };

const TRIED: Tried = {
  name: 'The registry',
  address: 'private_registry_url',
  credential: 'private_registry_password',
};

/**
 * Checks the account as container runtimes do, by `GET /v2/`. If the registry names a token service (`WWW-Authenticate:
 * Bearer realm=…`), that service must accept the account, too.
 */
export async function checkRegistry(connect: Connect, origin: string, account: Account): Promise<CredentialCheck[]> {
  const basic = `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`;
  const get = (baseUrl: string, path: string, query: Record<string, string> = {}) =>
    connect({ backend: 'Registry', baseUrl })({
      op: 'logIn',
      method: 'GET',
      path,
      query,
      headers: { authorization: basic },
      reply: z.unknown(),
      secrets: [account.password, basic],
      timeoutMs: CHECK_TIMEOUT_MS,
    });
  try {
    await get(origin, '/v2/');
  } catch (error) {
    const challenge = challengeOf(error, origin);
    if (challenge === undefined) return [failedCheck(error, TRIED)];
    const { realm, service } = challenge;
    try {
      await get(realm.origin, realm.pathname, { service, account: account.username });
    } catch (refusal) {
      return [failedCheck(refusal, { ...TRIED, name: "The registry's token service" })];
    }
  }
  return [
    passedCheck('private_registry_url', 'The registry answers.'),
    passedCheck('private_registry_password', `The registry lets ${account.username} in.`),
  ];
}

/**
 * The registry's token service. Undefined if the registry names no token service. Also undefined if the service has no
 * TLS although the registry has TLS, because the password would be sent unencrypted.
 */
function challengeOf(error: unknown, origin: string): Challenge | undefined {
  if (!(error instanceof BackendUnauthorized)) return undefined;
  const header = z.string().safeParse(error.details.challenge).data ?? '';
  const address = /^bearer\b.*?\brealm="([^"]+)"/i.exec(header)?.[1];
  if (address === undefined || !URL.canParse(address)) return undefined;
  const realm = new URL(address);
  if (realm.protocol !== 'https:' && realm.protocol !== new URL(origin).protocol) return undefined;
  return { realm, service: /\bservice="([^"]*)"/i.exec(header)?.[1] ?? '' };
}
