import { z } from 'zod';
import { textOf } from '../_core/audit-schema.ts';
import { defineRecord } from '../_core/define-record.ts';
import { instant, uuid } from '../_core/identifier.ts';
import { changed, record } from '../_core/record.ts';
import type { Caller } from '../organizations/caller.ts';

/** Encrypted by a key of the stage (`key-ring.ts`): the key's id, and IV, tag and text as base64. */
const sealedSecret = z.object({ keyId: z.string(), data: z.string() });
export type SealedSecret = z.infer<typeof sealedSecret>;

/** Who wants to be told of what, and where: by a call of an address of his, or by e-mail. */
export const hook = record.extend({
  userUuid: uuid,
  type: z.enum(['web', 'email']),
  /** A URL, or an e-mail address. */
  destination: z.string(),
  contentType: z.enum(['json', 'form']),
  eventTypes: z.array(z.string()),
  eventGroups: z.array(z.string()),
  isActive: z.boolean(),
  /** Of web hooks: what deliveries are signed with. Those of before have a secret of their own in the secret store until their first delivery. */
  sealedSecret: sealedSecret.optional(),
  /** Of e-mail hooks: since when whoever reads the mail of this address wants it. Until then it gets none. */
  confirmedAt: instant.optional(),
  /** What it is confirmed with: the SHA-256 of a token that is in the e-mail only. */
  confirmation: z.object({ tokenHash: z.string(), expiresAt: instant }).optional(),
  /** Attempts that have failed since the last that has not. */
  failures: z.number().int().nonnegative(),
  failingSince: instant.optional(),
  lastError: z.string().optional(),
  lastDeliveredAt: instant.optional(),
});
export type Hook = z.infer<typeof hook>;
export type HookType = Hook['type'];

/** A hook is its user's alone: what is told to it is what he may see. */
export const mayUseHook =
  ({ user }: Caller, type: HookType) =>
  (item: Hook): boolean =>
    item.userUuid === user.uuid && item.type === type;

/** Many events may fail in the same minute: a receiver that is being restarted is not given up. */
const FAILURES_UNTIL_DISABLED = 5;
const FAILING_MS_UNTIL_DISABLED = 2 * 60 * 60_000;

/** After an attempt that has failed: one that fails for hours is not tried any more until its user switches it on. */
export function afterFailure(item: Hook, now: Date, lastError: string): Hook {
  const { failures: before, failingSince = now.toISOString() } = item;
  const failures = before + 1;
  const isHopeless =
    failures >= FAILURES_UNTIL_DISABLED && now.getTime() - Date.parse(failingSince) >= FAILING_MS_UNTIL_DISABLED;
  return changed(item, now, { failures, failingSince, lastError, isActive: !isHopeless });
}

const HOUR_MS = 60 * 60_000;
const CONFIRMATION_HOURS = 48;
/** How long an address can be confirmed, from when the e-mail is written. */
export const confirmationEnd = (now: Date): string =>
  new Date(now.getTime() + CONFIRMATION_HOURS * HOUR_MS).toISOString();

/** Nobody has said that he wants mail there. */
export const UNCONFIRMED = { confirmedAt: undefined, confirmation: undefined } as const;

/** Whether events may be delivered to it: to an e-mail hook only at an address that was confirmed. */
export const isListening = ({ type, isActive, confirmedAt }: Hook): boolean =>
  isActive && (type === 'web' || confirmedAt !== undefined);

/** What is forgotten with the first attempt that does not fail. */
export const UNTROUBLED = { failures: 0, failingSince: undefined, lastError: undefined } as const;

/** After one that has not. */
export const afterSuccess = (item: Hook, now: Date): Hook =>
  changed(item, now, { ...UNTROUBLED, lastDeliveredAt: now.toISOString() });

/** How it fares is no event: a hook that wants to know of hooks would tell itself. */
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
