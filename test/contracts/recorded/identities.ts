import type { Placeholders } from './placeholders.ts';
import type { PlayedRancher } from './played-rancher.ts';

/** The key of each user in the recording, written with the recording's placeholders. */
const KEYS: Readonly<Record<string, string>> = {
  plain1: '{token-28}:{secret-23}',
  registration: '{secret-27}',
  'registration-deleted': 'gonegonegonegonegonegonegonegonegonegonegonegonegonego',
  'key-1': '{token-5}:{secret-5}',
  'session-2': '{token-2}:{secret-2}',
  kubeconfig: '{kubeconfig-token-2}:{secret-29}',
  'cluster-key': '{token-31}:{secret-31}',
};
const NO_SUCH_KEY = 'token-zzzzz:nosuchkeynosuchkeynosuchkeynosuchkeynosuchkeynosuchkey';
const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

/** The `Authorization` header of a request. `given` holds the API keys that exist before the first recorded request. */
export function authorizationOf(
  as: string,
  { printed }: PlayedRancher,
  known: Placeholders,
  given: ReadonlyMap<string, string>,
): string | undefined {
  const admin = `${printed.access_key}:${printed.secret_key}`;
  if (as === 'none') return undefined;
  if (as === 'admin') return `Bearer ${admin}`;
  if (as === 'basic:good') return basic(admin);
  if (as === 'basic:bad') return basic(NO_SUCH_KEY);
  if (as === 'raw:bad') return 'Bearer nocolon';
  if (as === 'bad') return `Bearer ${NO_SUCH_KEY}`;
  const key = given.get(as) ?? known.fill(KEYS[as] ?? '').text;
  return `Bearer ${key}`;
}
