import { z } from 'zod';
import { textOf } from '#shared/domain/_core/audit-schema';
import { defineRecord } from '#shared/domain/_core/define-record';
import { failure } from '#shared/domain/_core/failure';
import { instant, type Uuid, uuid } from '#shared/domain/_core/identifier';
import { changed, newRecord, record } from '#shared/domain/_core/record';
import { GROUP_AUDIT, keycloakGroup } from './keycloak-group.ts';

/** PENDING: the user is not in Keycloak's group yet. ACTIVE: the user is in the group (S0-130). */
export const membershipState = z.enum(['PENDING', 'ACTIVE']);
export type MembershipState = z.infer<typeof membershipState>;

/**
 * A user's membership in a group. The customer, project, cluster, role and scope are copied from the group. A user has
 * at most one membership for each role in a scope.
 */
export const keycloakMembership = record.extend({
  ...keycloakGroup.pick({
    projectUuid: true,
    projectName: true,
    customerUuid: true,
    customerName: true,
    settingsUuid: true,
    clusterUuid: true,
    scopeType: true,
    scopeUuid: true,
    scopeName: true,
    roleUuid: true,
    role: true,
  }).shape,
  groupUuid: uuid,
  groupName: z.string(),
  /** The name as the caller has written it. Keycloak ignores upper and lower case in names. */
  username: z.string(),
  email: z.string(),
  /** First and last name in Keycloak. Empty until Keycloak has the user. */
  firstName: z.string(),
  lastName: z.string(),
  /**
   * Keycloak's id of the user, which is the subject of the user's tokens. Absent until Keycloak has a user with the
   * name. Once known, it alone says whose membership this is: another user who gets the name later has no access.
   */
  keycloakUserId: z.string().optional(),
  /** The user in Paddock who signs in with this subject. Absent as long as nobody does. */
  userUuid: uuid.optional(),
  /**
   * Whether this user has had a role in the project or its customer since the membership began. Such a membership ends
   * with the user's last role there.
   */
  isHeldByRole: z.boolean().optional(),
  state: membershipState,
  /** When the membership was last compared with Keycloak. */
  lastChecked: instant,
  /** When the membership was revoked. The record stays until the user is removed from the group in Keycloak. */
  revokedAt: instant.optional(),
  lastError: failure.optional(),
});
export type KeycloakMembership = z.infer<typeof keycloakMembership>;
export type MembershipRef = { settingsUuid: Uuid; clusterUuid: Uuid; groupUuid: Uuid; uuid: Uuid };
type Known = { id: string; firstName?: string; lastName?: string };
/** What Paddock knows about the person of a membership. */
export type MembershipHolder = Pick<KeycloakMembership, 'userUuid' | 'isHeldByRole'>;
type Granted = Pick<KeycloakMembership, 'username' | 'email'>;

export function newMembership(
  group: z.infer<typeof keycloakGroup>,
  { username, email }: Granted,
  { id, now }: { id: Uuid; now: Date },
): KeycloakMembership {
  const { uuid: groupUuid, name: groupName, keycloakId: _id, bindingId: _binding, lastError: _error, ...place } = group;
  return {
    ...place,
    ...newRecord(id, now),
    groupUuid,
    groupName,
    username,
    email,
    firstName: '',
    lastName: '',
    state: 'PENDING',
    lastChecked: now.toISOString(),
  };
}

/** The membership of a user who is now in Keycloak's group, because the user was found there or was added (S0-127). */
export function admitted(
  membership: KeycloakMembership,
  { id: keycloakUserId, firstName = '', lastName = '' }: Known,
  now: Date,
  holder: MembershipHolder = {},
): KeycloakMembership {
  const seen = { lastChecked: now.toISOString(), lastError: undefined };
  return changed(membership, now, { ...seen, ...holder, state: 'ACTIVE', keycloakUserId, firstName, lastName });
}

/**
 * The membership while Keycloak does not have its user. If the user was never found, a user with this name who signs in
 * later is added to the group (S0-126). If Keycloak had the user once, only the same user is added again.
 */
export function pending(membership: KeycloakMembership, now: Date): KeycloakMembership {
  const seen = { lastChecked: now.toISOString(), lastError: undefined };
  return changed(membership, now, { ...seen, state: 'PENDING' });
}

/** Whether the user should be in the group. False after a revocation. */
export const isWanted = ({ revokedAt }: Pick<KeycloakMembership, 'revokedAt'>): boolean => revokedAt === undefined;

/** Whether the membership and Keycloak's group may still differ. */
export const isUnreconciled = ({ state, revokedAt }: Pick<KeycloakMembership, 'state' | 'revokedAt'>): boolean =>
  state === 'PENDING' || revokedAt !== undefined;

/**
 * Every comparison with Keycloak writes some fields, such as `lastChecked`. The audit hides these fields, so that a
 * comparison without a difference causes no event.
 */
export const keycloakMembershipRecord = defineRecord({
  name: 'KEYCLOAK_MEMBERSHIP',
  title: 'KeycloakUserGroupMembership',
  schema: keycloakMembership,
  listedBy: ['customer', 'project'],
  audit: {
    model: 'Rancher.KeycloakUserGroupMembership',
    title: 'Membership of',
    nameOf: (facts) => `${textOf(facts, 'username')} as ${textOf(facts, 'role')}`,
    created: 'keycloak_membership_created',
    updated: ({ after, changed }) => {
      if (changed.includes('revokedAt')) return 'keycloak_membership_revoked';
      return changed.includes('state') && after.state === 'ACTIVE'
        ? 'keycloak_membership_activated'
        : 'keycloak_membership_updated';
    },
    deleted: 'keycloak_membership_deleted',
    fields: {
      ...GROUP_AUDIT,
      groupUuid: 'detail',
      groupName: 'detail',
      username: 'shown',
      email: 'shown',
      firstName: 'hidden',
      lastName: 'hidden',
      keycloakUserId: 'detail',
      userUuid: 'detail',
      isHeldByRole: 'hidden',
      state: 'shown',
      lastChecked: 'hidden',
      revokedAt: 'shown',
      lastError: 'detail',
    },
  },
});
