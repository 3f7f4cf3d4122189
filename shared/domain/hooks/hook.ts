import { z } from 'zod';
import { textOf } from '../_core/audit-schema.ts';
import { defineRecord } from '../_core/define-record.ts';
import { instant, uuid } from '../_core/identifier.ts';
import { changed, record } from '../_core/record.ts';
import type { Caller } from '../organizations/caller.ts';

/**
 * A secret, encrypted by the key of the stage with the id `keyId` (`key-ring.ts`). `data` is IV, tag and encrypted text
 * as base64.
 */
const sealedSecret = z.object({ keyId: z.string(), data: z.string() });
export type SealedSecret = z.infer<typeof sealedSecret>;

/** A user's subscription to events: calls to an address, or e-mails. */
export const hook = record.extend({
  userUuid: uuid,
  type: z.enum(['web', 'email']),
  /** A URL of a web hook, or the e-mail address of an e-mail hook. */
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
  /** Time when the recipient confirmed the address of an e-mail hook. Before that time the hook gets no events. */
  confirmedAt: instant.optional(),
  /** The pending confirmation: the SHA-256 of a token. The token itself is only in the e-mail. */
  confirmation: z.object({ tokenHash: z.string(), expiresAt: instant }).optional(),
  /** Number of failed attempts since the last success. */
  failures: z.number().int().nonnegative(),
  failingSince: instant.optional(),
  lastError: z.string().optional(),
  lastDeliveredAt: instant.optional(),
});
export type Hook = z.infer<typeof hook>;
export type HookType = Hook['type'];

/** Only the user who owns a hook may use it, because the hook sends everything that this user may see. */
export const mayUseHook =
  ({ user }: Caller, type: HookType) =>
  (item: Hook): boolean =>
    item.userUuid === user.uuid && item.type === type;

/**
 * A hook is switched off when both limits are reached. One limit is not enough: many events may fail in the same minute
 * while the receiver only restarts.
 */
const FAILURES_UNTIL_DISABLED = 5;
const FAILING_MS_UNTIL_DISABLED = 2 * 60 * 60_000;

/**
 * The hook after a failed attempt. A hook that has failed for hours is switched off. Its user can switch it on again.
 */
export function afterFailure(item: Hook, now: Date, lastError: string): Hook {
  const { failures: before, failingSince = now.toISOString() } = item;
  const failures = before + 1;
  const isHopeless =
    failures >= FAILURES_UNTIL_DISABLED && now.getTime() - Date.parse(failingSince) >= FAILING_MS_UNTIL_DISABLED;
  return changed(item, now, { failures, failingSince, lastError, isActive: !isHopeless });
}

const HOUR_MS = 60 * 60_000;
const CONFIRMATION_HOURS = 48;
/** Time when a link to confirm an address expires, counted from the time when the e-mail is written. */
export const confirmationEnd = (now: Date): string =>
  new Date(now.getTime() + CONFIRMATION_HOURS * HOUR_MS).toISOString();

/** Fields of a hook whose address nobody has confirmed. */
export const UNCONFIRMED = { confirmedAt: undefined, confirmation: undefined } as const;

/** Whether the hook gets events. An e-mail hook gets them only when its address is confirmed. */
export const isListening = ({ type, isActive, confirmedAt }: Hook): boolean =>
  isActive && (type === 'web' || confirmedAt !== undefined);

/** Fields of a hook without failures. The first successful delivery sets them. */
export const UNTROUBLED = { failures: 0, failingSince: undefined, lastError: undefined } as const;

/** The hook after a successful attempt. */
export const afterSuccess = (item: Hook, now: Date): Hook =>
  changed(item, now, { ...UNTROUBLED, lastDeliveredAt: now.toISOString() });

/** Successful and failed deliveries make no audit events. Otherwise a hook for events of hooks would trigger itself. */
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

/** Prefix of secrets in the format of Standard Webhooks. The key in Base64 follows it. */
export const STANDARD_SECRET = 'whsec_';

/** @param token a random text that nobody else knows */
export const newHookSecret = (token: string): string => `${STANDARD_SECRET}${Buffer.from(token).toString('base64')}`;
