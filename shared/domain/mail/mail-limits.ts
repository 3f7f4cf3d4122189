import type { Uuid } from '../_core/identifier.ts';
import type { SiteSettings } from '../_core/site-settings.ts';

export const DAY_SECONDS = 24 * 3600;

/**
 * How many e-mails to unconfirmed addresses may be sent in a day. The e-mails are counted under `key`. `refusal` is the
 * error for an e-mail above the limit.
 */
export type MailAllowance = { key: string; limit: number; refusal: string };

/**
 * The mailbox of an address. Most e-mail providers deliver `Ada+one@Example.org` to `ada@example.org`, so both
 * addresses count as one mailbox.
 */
export function mailboxOf(address: string): string {
  const lower = address.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  return `${lower.slice(0, at).split('+')[0]}${lower.slice(at)}`;
}

export const mailAllowances = (
  { unconfirmedMailsPerUser, unconfirmedMailsPerAddress }: SiteSettings,
  userUuid: Uuid,
  address: string,
): MailAllowance[] => [
  {
    key: `user/${userUuid}`,
    limit: unconfirmedMailsPerUser,
    refusal: `A user may send ${unconfirmedMailsPerUser} e-mails a day to unconfirmed addresses: try again tomorrow.`,
  },
  {
    key: `address/${mailboxOf(address)}`,
    limit: unconfirmedMailsPerAddress,
    refusal: `An unconfirmed address may get ${unconfirmedMailsPerAddress} e-mails a day: try again tomorrow.`,
  },
];

/** The start and end of a day in UTC, in seconds since 1970. */
export function dayAt(now: Date): { start: number; end: number } {
  const start = Math.floor(now.getTime() / 1000 / DAY_SECONDS) * DAY_SECONDS;
  return { start, end: start + DAY_SECONDS };
}
