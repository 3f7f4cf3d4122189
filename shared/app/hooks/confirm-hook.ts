import { parseUuid, type Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { confirmationEnd, type Hook } from '#shared/domain/hooks/hook';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store, Write } from '#shared/ports/store';
import { hashToken, isSameSecret } from '../identity/hash-token.ts';

type Deps = { store: Pick<Store, 'hooks' | 'commit'>; clock: Clock };

/** Puts the confirmation e-mail in the outbox. An earlier confirmation e-mail that is still pending is replaced. */
export const mailConfirmation = ({ store }: { store: Pick<Store, 'mails'> }, { uuid, destination }: Hook): Write =>
  store.mails.insert({
    key: `hook-confirmation/${uuid}`,
    to: destination,
    template: 'hook-confirmation',
    values: { hookUuid: uuid },
  });

/**
 * Creates the token for the confirmation e-mail of a hook. The token's text is returned once, and only its hash is
 * stored (docs/decisions/0019-an-invitations-token-is-made-by-its-mail.md). The new token replaces an earlier one.
 * Returns undefined when the address is already confirmed.
 */
export async function issueHookToken(
  { store, clock, ids }: Deps & { ids: Ids },
  hookUuid: Uuid,
  to: string,
): Promise<string | undefined> {
  const hook = await store.hooks.find(hookUuid);
  if (hook?.type !== 'email' || hook.destination !== to || hook.confirmedAt !== undefined) return undefined;
  const token = ids.token();
  const confirmation = { tokenHash: hashToken(token), expiresAt: confirmationEnd(clock.now()) };
  await store.commit(store.hooks.replace(changed(hook, clock.now(), { confirmation })));
  return token;
}

/**
 * Confirms the hook's address. From now on the hook sends events.
 * @returns false if the token is wrong, used, expired or for an earlier address; the caller does not learn the reason
 */
export async function confirmHook({ store, clock }: Deps, uuidText: string, token: string): Promise<boolean> {
  const uuid = parseUuid(uuidText);
  const hook = uuid === undefined ? undefined : await store.hooks.find(uuid);
  const now = clock.now();
  const { tokenHash = '', expiresAt = '' } = hook?.confirmation ?? {};
  const isMeant = isSameSecret(hashToken(token), tokenHash) && expiresAt > now.toISOString();
  if (hook === undefined || !isMeant) return false;
  await store.commit(
    store.hooks.replace(changed(hook, now, { confirmedAt: now.toISOString(), confirmation: undefined })),
  );
  return true;
}
