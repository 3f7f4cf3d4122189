import type { Uuid } from '../_core/identifier.ts';
import type { SiteSettings } from '../_core/site-settings.ts';

export const DAY_SECONDS = 24 * 3600;

/** What an e-mail to an address that nobody has confirmed is counted under, how many of a day are sent, and what to say of more. */
export type MailAllowance = { key: string; limit: number; refusal: string };

/** `Ada+one@Example.org` is read by who reads `ada@example.org`, at most providers. */
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
    refusal: `A user may have ${unconfirmedMailsPerUser} e-mails a day sent to addresses that are not confirmed: try again tomorrow.`,
  },
  {
    key: `address/${mailboxOf(address)}`,
    limit: unconfirmedMailsPerAddress,
    refusal: `An address that is not confirmed gets ${unconfirmedMailsPerAddress} e-mails a day: try again tomorrow.`,
  },
];

/** The day that a moment is in, of UTC, by its beginning and end in seconds since 1970. */
export function dayAt(now: Date): { start: number; end: number } {
  const start = Math.floor(now.getTime() / 1000 / DAY_SECONDS) * DAY_SECONDS;
  return { start, end: start + DAY_SECONDS };
}
