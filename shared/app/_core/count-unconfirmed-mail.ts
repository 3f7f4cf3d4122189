import type { Uuid } from '#shared/domain/_core/identifier';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { dayAt, mailAllowances } from '#shared/domain/mail/mail-limits';
import { Invalid } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type MailCountDeps = { store: Pick<Store, 'mailCounts'>; site: SiteSettings; clock: Clock };

const NO_MAIL =
  'This installation sends no e-mail. Ask its operator to set mailFrom, or give the role to a user who has signed in already.';

/**
 * Counts an e-mail to an unconfirmed address before the e-mail is put in the outbox. Without a limit, anybody could
 * make Paddock write to any address. The e-mail counts even if the caller's change fails afterwards. Throws Invalid
 * above a limit, and when the installation sends no e-mail.
 */
export async function countUnconfirmedMail(
  { store, site, clock }: MailCountDeps,
  userUuid: Uuid,
  address: string,
): Promise<void> {
  if (!site.sendsMail) throw new Invalid({ email: [NO_MAIL] });
  const refusal = await countMail({ store, site, clock }, userUuid, address);
  if (refusal !== undefined) throw new Invalid({ email: [refusal] });
}

/**
 * Counts an e-mail about a change, such as a new role. Above a limit, the change is made without the e-mail.
 */
export const mayMail = async (deps: MailCountDeps, userUuid: Uuid, address: string): Promise<boolean> =>
  (await countMail(deps, userUuid, address)) === undefined;

/** Counts an e-mail. Returns the refusal if it is above a limit. */
async function countMail({ store, site, clock }: MailCountDeps, userUuid: Uuid, address: string) {
  // The user's limit is checked first. So a user above this limit does not use up the limit of the address.
  for (const { key, limit, refusal } of mailAllowances(site, userUuid, address)) {
    if ((await store.mailCounts.count(key, dayAt(clock.now()))) > limit) return refusal;
  }
  return undefined;
}
