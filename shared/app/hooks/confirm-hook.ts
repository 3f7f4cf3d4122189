import { parseUuid, type Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { confirmationEnd, type Hook } from '#shared/domain/hooks/hook';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store, Write } from '#shared/ports/store';
import { hashToken, isSameSecret } from '../identity/hash-token.ts';

type Deps = { store: Pick<Store, 'hooks' | 'commit'>; clock: Clock };

/** Puts it in the outbox; as long as one waits, another of the same hook takes its place. */
export const mailConfirmation = ({ store }: { store: Pick<Store, 'mails'> }, { uuid, destination }: Hook): Write =>
  store.mails.insert({
    ...{ key: `hook-confirmation/${uuid}`, to: destination, template: 'hook-confirmation' },
    values: { hookUuid: uuid },
  });

/**
 * The token that a hook's address is confirmed with, for the e-mail that is being written to it: returned once, and kept as its hash
 * only (docs/decisions/0019-an-invitations-token-is-made-by-its-mail.md). A later one takes the place of an earlier. Undefined when there
 * is nothing to confirm at this address any more.
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
 * Whoever has the token reads the mail of the address, and wants the hook's: it gets events from now on.
 * @returns false for a token that is wrong, used, over or of an address that the hook has no more: all the same
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
