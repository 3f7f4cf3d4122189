import type { Uuid } from '#shared/domain/_core/identifier';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { dayAt, mailAllowances } from '#shared/domain/mail/mail-allowance';
import { Invalid } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type MailCountDeps = { store: Pick<Store, 'mailCounts'>; site: SiteSettings; clock: Clock };

const NO_MAIL =
  'This installation sends no e-mail. Ask its operator to set mailFrom, or give the role to a user who has signed in already.';

/**
 * Counts an e-mail to an address that nobody has confirmed, before it is put in the outbox: without a bound everybody could have
 * us write to anybody. It counts though the change that it belongs to fails. Throws Invalid for one too many, which names the limit, and where
 * nothing is sent at all.
 */
export async function countUnconfirmedMail(
  { store, site, clock }: MailCountDeps,
  userUuid: Uuid,
  address: string,
): Promise<void> {
  if (!site.sendsMail) throw new Invalid({ email: [NO_MAIL] });
  // One after the other: whoever is over his own limit uses up nothing of the address's.
  for (const { key, limit, refusal } of mailAllowances(site, userUuid, address)) {
    if ((await store.mailCounts.count(key, dayAt(clock.now()))) > limit) throw new Invalid({ email: [refusal] });
  }
}
