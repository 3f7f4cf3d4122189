import { z } from 'zod';
import { textOf } from '../_core/audit-schema.ts';
import { defineRecord } from '../_core/define-record.ts';
import { instant, uuid } from '../_core/identifier.ts';
import { changed, record } from '../_core/record.ts';
import type { Caller } from '../organizations/caller.ts';

/** Encrypted by a key of the stage (`key-ring.ts`): the id of the key, and IV, tag and text as base64. */
const sealedSecret = z.object({ keyId: z.string(), data: z.string() });
export type SealedSecret = z.infer<typeof sealedSecret>;

/** A user's subscription to events: calls to an address, or e-mails. */
export const hook = record.extend({
  userUuid: uuid,
  type: z.enum(['web', 'email']),
  /** A URL, or an e-mail address. */
  destination: z.string(),
  contentType: z.enum(['json', 'form']),
  eventTypes: z.array(z.string()),
  eventGroups: z.array(z.string()),
  isActive: z.boolean(),
  /**
   * The secret that signs deliveries of a web hook. Hooks of older releases have a secret in the secret store until
   * their first delivery.
   */
  sealedSecret: sealedSecret.optional(),
  /** For e-mail hooks: when the reader of the mailbox confirmed the address. Without it nothing is sent. */
  confirmedAt: instant.optional(),
  /** The pending confirmation: the SHA-256 of a token that only the e-mail has. */
  confirmation: z.object({ tokenHash: z.string(), expiresAt: instant }).optional(),
  /** Failed attempts since the last success. */
  failures: z.number().int().nonnegative(),
  failingSince: instant.optional(),
  lastError: z.string().optional(),
  lastDeliveredAt: instant.optional(),
});
export type Hook = z.infer<typeof hook>;
export type HookType = Hook['type'];

/** A hook belongs to its user only: it sends what that user may see. */
export const mayUseHook =
  ({ user }: Caller, type: HookType) =>
  (item: Hook): boolean =>
    item.userUuid === user.uuid && item.type === type;

/** Many events may fail in the same minute, so a receiver that restarts is not given up. */
const FAILURES_UNTIL_DISABLED = 5;
const FAILING_MS_UNTIL_DISABLED = 2 * 60 * 60_000;

/** The hook after a failed attempt. A hook that fails for hours is switched off until its user switches it on. */
export function afterFailure(item: Hook, now: Date, lastError: string): Hook {
  const { failures: before, failingSince = now.toISOString() } = item;
  const failures = before + 1;
  const isHopeless =
    failures >= FAILURES_UNTIL_DISABLED && now.getTime() - Date.parse(failingSince) >= FAILING_MS_UNTIL_DISABLED;
  return changed(item, now, { failures, failingSince, lastError, isActive: !isHopeless });
}

const HOUR_MS = 60 * 60_000;
const CONFIRMATION_HOURS = 48;
/** End of the time to confirm an address, counted from when the e-mail is rendered. */
export const confirmationEnd = (now: Date): string =>
  new Date(now.getTime() + CONFIRMATION_HOURS * HOUR_MS).toISOString();

/** Nobody has confirmed the address. */
export const UNCONFIRMED = { confirmedAt: undefined, confirmation: undefined } as const;

/** Whether events may be sent to it: e-mail hooks need a confirmed address. */
export const isListening = ({ type, isActive, confirmedAt }: Hook): boolean =>
  isActive && (type === 'web' || confirmedAt !== undefined);

/** Cleared by the first success. */
export const UNTROUBLED = { failures: 0, failingSince: undefined, lastError: undefined } as const;

/** The hook after a successful attempt. */
export const afterSuccess = (item: Hook, now: Date): Hook =>
  changed(item, now, { ...UNTROUBLED, lastDeliveredAt: now.toISOString() });

/** Successes and failures are not events: a hook about hooks would trigger itself. */
export const hookRecord = defineRecord({
  name: 'HOOK',
  title: 'Hook',
  schema: hook,
  ownerOf: ({ userUuid }) => userUuid,
  audit: {
    model: 'Logging.Hook',
    title: 'Hook',
    nameOf: (facts) => textOf(facts, 'destination') ?? '',
    placeOf: () => ({}),
    created: 'hook_created',
    updated: ({ after, changed }) =>
      changed.includes('isActive') && after.isActive === false ? 'hook_switched_off' : 'hook_updated',
    deleted: 'hook_deleted',
    fields: {
      userUuid: 'detail',
      type: 'detail',
      destination: 'shown',
      contentType: 'shown',
      eventTypes: 'shown',
      eventGroups: 'shown',
      isActive: 'shown',
      confirmedAt: 'shown',
      confirmation: 'hidden',
      sealedSecret: 'hidden',
      failures: 'hidden',
      failingSince: 'hidden',
      lastError: 'detail',
      lastDeliveredAt: 'hidden',
    },
  },
});

/** Prefix of secrets in the form of Standard Webhooks. The rest is the key in Base64. */
export const STANDARD_SECRET = 'whsec_';

/** @param token random, and known to nobody else */
export const newHookSecret = (token: string): string => `${STANDARD_SECRET}${Buffer.from(token).toString('base64')}`;
