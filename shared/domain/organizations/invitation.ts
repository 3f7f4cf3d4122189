import { z } from 'zod';
import { textOf } from '../_core/audit-schema.ts';
import { defineRecord } from '../_core/define-record.ts';
import { instant, uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import type { Place } from './caller.ts';
import { auditPlaceOfScope, roleName } from './role.ts';

export const invitationState = z.enum(['pending', 'accepted', 'canceled']);

/**
 * An offer of a role by e-mail. The user accepts the offer with a token, which is created when the e-mail is rendered.
 * Only the e-mail contains the token. The record contains only the token's SHA-256.
 */
export const invitation = record.extend({
  email: z.string(),
  role: roleName,
  scopeType: z.enum(['customer', 'project']),
  scopeUuid: uuid,
  scopeName: z.string(),
  /**
   * The description that the customer or project had at the time of the invitation. Empty in records of an earlier
   * release.
   */
  scopeDescription: z.string().default(''),
  customerUuid: uuid,
  customerName: z.string(),
  extraInvitationText: z.string(),
  state: invitationState,
  createdByUuid: uuid,
  createdByFullName: z.string(),
  createdByUsername: z.string(),
  expiresAt: instant,
  tokenHash: z.string().optional(),
});
export type Invitation = z.infer<typeof invitation>;

const DAY_MS = 24 * 3600 * 1000;
/** Lifetime of an invitation, as in Waldur's INVITATION_LIFETIME. */
const LIFETIME_DAYS = 7;
export const invitationEnd = (now: Date): string => new Date(now.getTime() + LIFETIME_DAYS * DAY_MS).toISOString();

/** The state, with Waldur's names. A pending invitation becomes `expired` when its time is over. */
export type InvitationState = z.infer<typeof invitationState> | 'expired';
export const stateAt = ({ state, expiresAt }: Invitation, now: Date): InvitationState =>
  state === 'pending' && expiresAt <= now.toISOString() ? 'expired' : state;

export const placeOfInvitation = ({ scopeType, scopeUuid, customerUuid }: Invitation): Place =>
  scopeType === 'project' ? { customerUuid, projectUuid: scopeUuid } : { customerUuid };

/**
 * Waldur's name for the state of the invitation's e-mail. The e-mail and its token are created shortly after the
 * invitation.
 */
export const executionOf = ({ state, tokenHash }: Invitation): 'Scheduled' | 'OK' =>
  state === 'pending' && tokenHash === undefined ? 'Scheduled' : 'OK';

export const invitationRecord = defineRecord({
  name: 'INVITATION',
  title: 'Invitation',
  schema: invitation,
  listedBy: ['customer', 'project'],
  placeOf: placeOfInvitation,
  audit: {
    model: 'Users.Invitation',
    title: 'Invitation of',
    nameOf: (facts) => textOf(facts, 'email') ?? '',
    placeOf: auditPlaceOfScope,
    created: 'user_invitation_created',
    updated: 'user_invitation_updated',
    deleted: 'user_invitation_deleted',
    fields: {
      email: 'shown',
      role: 'shown',
      scopeType: 'shown',
      scopeUuid: 'shown',
      scopeName: 'detail',
      scopeDescription: 'hidden',
      customerUuid: 'hidden',
      customerName: 'hidden',
      extraInvitationText: 'hidden',
      state: 'shown',
      createdByUuid: 'detail',
      createdByFullName: 'hidden',
      createdByUsername: 'hidden',
      expiresAt: 'shown',
      tokenHash: 'named',
    },
  },
});
