import type { Hook } from '../hooks/hook.ts';
import type { ApiToken } from '../identity/api-token.ts';
import type { SshKey } from '../identity/ssh-key.ts';
import type { User } from '../identity/user.ts';
import type { Customer } from '../organizations/customer.ts';
import type { Invitation } from '../organizations/invitation.ts';
import type { Project } from '../organizations/project.ts';
import type { RoleGrant } from '../organizations/role.ts';
import { type AuditPlace, auditSchema, type Facts, textOf } from './audit-schema.ts';

const nowhere = (): AuditPlace => ({});
/** Of what is given in a customer or a project. */
const atScope = (facts: Facts): AuditPlace => ({
  customerUuid: textOf(facts, 'customerUuid'),
  projectUuid: facts.scopeType === 'project' ? textOf(facts, 'scopeUuid') : undefined,
});

export const USER_AUDIT = auditSchema<User>({
  model: 'Core.User',
  title: 'User',
  nameOf: (facts) => textOf(facts, 'username') ?? '',
  placeOf: nowhere,
  created: 'user_creation_succeeded',
  updated: ({ after, changed }) => {
    if (!changed.includes('isActive')) return 'user_update_succeeded';
    return after.isActive === true ? 'user_activated' : 'user_deactivated';
  },
  deleted: 'user_deletion_succeeded',
  fields: {
    username: 'shown',
    email: 'shown',
    firstName: 'shown',
    lastName: 'shown',
    isStaff: 'shown',
    isSupport: 'shown',
    isActive: 'shown',
  },
});

export const SSH_KEY_AUDIT = auditSchema<SshKey>({
  model: 'Core.SshPublicKey',
  title: 'SSH key',
  placeOf: nowhere,
  created: 'ssh_key_creation_succeeded',
  updated: 'ssh_key_update_succeeded',
  deleted: 'ssh_key_deletion_succeeded',
  fields: {
    userUuid: 'detail',
    name: 'shown',
    publicKey: 'hidden',
    type: 'shown',
    fingerprintMd5: 'hidden',
    fingerprintSha256: 'shown',
    fingerprintSha512: 'hidden',
  },
});

/** How it fares is no event: a hook that wants to know of hooks would tell itself. */
export const HOOK_AUDIT = auditSchema<Hook>({
  model: 'Logging.Hook',
  title: 'Hook',
  nameOf: (facts) => textOf(facts, 'destination') ?? '',
  placeOf: nowhere,
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
});

export const TOKEN_AUDIT = auditSchema<ApiToken>({
  model: 'Core.PersonalAccessToken',
  title: 'API token',
  placeOf: nowhere,
  created: 'pat_created',
  updated: 'pat_updated',
  deleted: 'pat_revoked',
  fields: {
    userUuid: 'detail',
    name: 'shown',
    hash: 'hidden',
    scopes: 'shown',
    expiresAt: 'shown',
    lastUsed: 'hidden',
  },
});

export const CUSTOMER_AUDIT = auditSchema<Customer>({
  model: 'Structure.Customer',
  title: 'Customer',
  placeOf: (facts) => ({ customerUuid: textOf(facts, 'uuid') }),
  created: 'customer_creation_succeeded',
  updated: 'customer_update_succeeded',
  deleted: 'customer_deletion_succeeded',
  fields: { name: 'shown', slug: 'detail', abbreviation: 'shown' },
});

export const PROJECT_AUDIT = auditSchema<Project>({
  model: 'Structure.Project',
  title: 'Project',
  placeOf: (facts) => ({ customerUuid: textOf(facts, 'customerUuid'), projectUuid: textOf(facts, 'uuid') }),
  created: 'project_creation_succeeded',
  updated: 'project_update_succeeded',
  deleted: 'project_deletion_succeeded',
  fields: { name: 'shown', slug: 'detail', description: 'shown', customerUuid: 'hidden', customerName: 'hidden' },
});

export const GRANT_AUDIT = auditSchema<RoleGrant>({
  model: 'Permissions.UserRole',
  title: 'Role',
  nameOf: (facts) => `${textOf(facts, 'role')} of user ${textOf(facts, 'userUuid')}`,
  placeOf: atScope,
  created: 'role_granted',
  updated: 'role_updated',
  deleted: 'role_revoked',
  fields: {
    userUuid: 'shown',
    role: 'shown',
    scopeType: 'shown',
    scopeUuid: 'shown',
    customerUuid: 'hidden',
    createdByUuid: 'detail',
    expiresAt: 'shown',
  },
});

export const INVITATION_AUDIT = auditSchema<Invitation>({
  model: 'Users.Invitation',
  title: 'Invitation of',
  nameOf: (facts) => textOf(facts, 'email') ?? '',
  placeOf: atScope,
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
});
