import { z } from 'zod';
import { textOf } from '../_core/audit-schema.ts';
import { defineRecord } from '../_core/define-record.ts';
import { instant, uuid } from '../_core/identifier.ts';
import { changed, record } from '../_core/record.ts';
import type { Caller } from '../organizations/caller.ts';

/**
 * An encrypted secret. `keyId` is the id of the stage's key that encrypted it (`key-ring.ts`). `data` is IV, tag and
 * encrypted text as base64.
 */
const sealedSecret = z.object({ keyId: z.string(), data: z.string() });
export type SealedSecret = z.infer<typeof sealedSecret>;

/** A user's subscription to events. Events are sent to a URL or by e-mail. */
export const hook = record.extend({
  userUuid: uuid,
  type: z.enum(['web', 'email']),
  /** The URL of a web hook, or the e-mail address of an e-mail hook. */
  destination: z.string(),
  contentType: z.enum(['json', 'form']),
  eventTypes: z.array(z.string()),
  eventGroups: z.array(z.string()),
  isActive: z.boolean(),
  /**
   * The secret that signs deliveries of a web hook. If an older release created the hook, the secret is in the secret
   * store at first. The first delivery by this release moves the secret from there into this field.
   */
  sealedSecret: sealedSecret.optional(),
  /** When the recipient confirmed the address of an e-mail hook. Before that, the hook gets no events. */
  confirmedAt: instant.optional(),
  /** A confirmation that is still pending, with the SHA-256 of its token. Only the e-mail has the token itself. */
  confirmation: z.object({ tokenHash: z.string(), expiresAt: instant }).optional(),
  /** Number of failed attempts since the last success. */
  failures: z.number().int().nonnegative(),
  failingSince: instant.optional(),
  lastError: z.string().optional(),
  lastDeliveredAt: instant.optional(),
});
export type Hook = z.infer<typeof hook>;
export type HookType = Hook['type'];

/** Only the owner of a hook may use the hook, because the hook sends everything that the owner may see. */
export const mayUseHook =
  ({ user }: Caller, type: HookType) =>
  (item: Hook): boolean =>
    item.userUuid === user.uuid && item.type === type;

/**
 * A hook is switched off when it has reached both limits. One limit is the number of failures in a row, the other is
 * the time since the first of them. The number alone is not enough, because many events may fail in the minute in which
 * the receiver restarts.
 */
const FAILURES_UNTIL_DISABLED = 5;
const FAILING_MS_UNTIL_DISABLED = 2 * 60 * 60_000;

/**
 * The hook after a failed attempt. A hook that has failed for hours is switched off. Its owner can switch it on again.
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
/** The time at which a link for confirming an address expires. `now` is the time at which the e-mail is rendered. */
export const confirmationEnd = (now: Date): string =>
  new Date(now.getTime() + CONFIRMATION_HOURS * HOUR_MS).toISOString();

/** Fields of a hook whose address is not confirmed. */
export const UNCONFIRMED = { confirmedAt: undefined, confirmation: undefined } as const;

/** Whether the hook gets events. An e-mail hook gets them only when its address is confirmed. */
export const isListening = ({ type, isActive, confirmedAt }: Hook): boolean =>
  isActive && (type === 'web' || confirmedAt !== undefined);

/** Fields of a hook that has not failed since its last successful delivery. */
export const UNTROUBLED = { failures: 0, failingSince: undefined, lastError: undefined } as const;

export const afterSuccess = (item: Hook, now: Date): Hook =>
  changed(item, now, { ...UNTROUBLED, lastDeliveredAt: now.toISOString() });

/** Deliveries make no audit events, because a hook that gets events about hooks would trigger itself. */
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

/** Prefix of a secret in the format of Standard Webhooks. After the prefix comes the key in base64. */
export const STANDARD_SECRET = 'whsec_';

/**
 * A new secret in the format of Standard Webhooks.
 * @param token a random text, which must be secret
 */
export const newHookSecret = (token: string): string => `${STANDARD_SECRET}${Buffer.from(token).toString('base64')}`;
