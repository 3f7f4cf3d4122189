import type { Uuid } from '../_core/identifier.ts';
import type { SiteSettings } from '../_core/site-settings.ts';

export const DAY_SECONDS = 24 * 3600;

/**
 * A limit for e-mails to unconfirmed addresses in a day: the key under which e-mails are counted, the maximum, and the
 * error for one e-mail more.
 */
export type MailAllowance = { key: string; limit: number; refusal: string };

/**
 * The mailbox of an address. At most e-mail providers `Ada+one@Example.org` belongs to the mailbox `ada@example.org`.
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

/** The UTC day that contains an instant: its start and end, in seconds since 1970. */
export function dayAt(now: Date): { start: number; end: number } {
  const start = Math.floor(now.getTime() / 1000 / DAY_SECONDS) * DAY_SECONDS;
  return { start, end: start + DAY_SECONDS };
}
