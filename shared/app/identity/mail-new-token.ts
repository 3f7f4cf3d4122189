import type { ApiToken } from '#shared/domain/identity/api-token';
import type { User } from '#shared/domain/identity/user';
import type { Store, Write } from '#shared/ports/store';

/** The write of the e-mail to a user about a new token or session. None if the user has no address. */
export function mailNewToken(
  { store }: { store: Pick<Store, 'mails'> },
  { email }: User,
  { uuid, name, created, session, expiresAt = '' }: ApiToken,
): Write[] {
  if (email === '') return [];
  const values = { kind: session?.by ?? ('token' as const), name, at: created, expiresAt };
  return [store.mails.insert({ key: `new-token/${uuid}`, to: email, template: 'new-token', values })];
}
