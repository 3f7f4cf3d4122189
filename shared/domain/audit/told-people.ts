import type { Hook } from '../hooks/hook.ts';
import type { ApiToken } from '../identity/api-token.ts';
import type { SshKey } from '../identity/ssh-key.ts';
import type { User } from '../identity/user.ts';
import type { Customer } from '../organizations/customer.ts';
import type { Invitation } from '../organizations/invitation.ts';
import type { Project } from '../organizations/project.ts';
import type { RoleGrant } from '../organizations/role.ts';
import { type AuditPlace, type Facts, textOf, told } from './told-kind.ts';

const nowhere = (): AuditPlace => ({});
/** Of what is given in a customer or a project. */
const atScope = (facts: Facts): AuditPlace => ({
  customerUuid: textOf(facts, 'customerUuid'),
  projectUuid: facts.scopeType === 'project' ? textOf(facts, 'scopeUuid') : undefined,
});

export const TOLD_USER = told<User>({
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
    username: 'told',
    email: 'told',
    firstName: 'told',
    lastName: 'told',
    isStaff: 'told',
    isSupport: 'told',
    isActive: 'told',
  },
});

export const TOLD_SSH_KEY = told<SshKey>({
  model: 'Core.SshPublicKey',
  title: 'SSH key',
  placeOf: nowhere,
  created: 'ssh_key_creation_succeeded',
  updated: 'ssh_key_update_succeeded',
  deleted: 'ssh_key_deletion_succeeded',
  fields: {
    userUuid: 'detail',
    name: 'told',
    publicKey: 'silent',
    type: 'told',
    fingerprintMd5: 'silent',
    fingerprintSha256: 'told',
    fingerprintSha512: 'silent',
  },
});

/** How it fares is no event: a hook that wants to know of hooks would tell itself. */
export const TOLD_HOOK = told<Hook>({
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
    destination: 'told',
    contentType: 'told',
    eventTypes: 'told',
    eventGroups: 'told',
    isActive: 'told',
    confirmedAt: 'told',
    confirmation: 'silent',
    sealedSecret: 'silent',
    failures: 'silent',
    failingSince: 'silent',
    lastError: 'detail',
    lastDeliveredAt: 'silent',
  },
});

export const TOLD_TOKEN = told<ApiToken>({
  model: 'Core.PersonalAccessToken',
  title: 'API token',
  placeOf: nowhere,
  created: 'pat_created',
  updated: 'pat_updated',
  deleted: 'pat_revoked',
  fields: {
    userUuid: 'detail',
    name: 'told',
    hash: 'silent',
    scopes: 'told',
    expiresAt: 'told',
    lastUsed: 'silent',
  },
});

export const TOLD_CUSTOMER = told<Customer>({
  model: 'Structure.Customer',
  title: 'Customer',
  placeOf: (facts) => ({ customerUuid: textOf(facts, 'uuid') }),
  created: 'customer_creation_succeeded',
  updated: 'customer_update_succeeded',
  deleted: 'customer_deletion_succeeded',
  fields: { name: 'told', slug: 'detail', abbreviation: 'told' },
});

export const TOLD_PROJECT = told<Project>({
  model: 'Structure.Project',
  title: 'Project',
  placeOf: (facts) => ({ customerUuid: textOf(facts, 'customerUuid'), projectUuid: textOf(facts, 'uuid') }),
  created: 'project_creation_succeeded',
  updated: 'project_update_succeeded',
  deleted: 'project_deletion_succeeded',
  fields: { name: 'told', slug: 'detail', description: 'told', customerUuid: 'silent', customerName: 'silent' },
});

export const TOLD_GRANT = told<RoleGrant>({
  model: 'Permissions.UserRole',
  title: 'Role',
  nameOf: (facts) => `${textOf(facts, 'role')} of user ${textOf(facts, 'userUuid')}`,
  placeOf: atScope,
  created: 'role_granted',
  updated: 'role_updated',
  deleted: 'role_revoked',
  fields: {
    userUuid: 'told',
    role: 'told',
    scopeType: 'told',
    scopeUuid: 'told',
    customerUuid: 'silent',
    createdByUuid: 'detail',
    expiresAt: 'told',
  },
});

export const TOLD_INVITATION = told<Invitation>({
  model: 'Users.Invitation',
  title: 'Invitation of',
  nameOf: (facts) => textOf(facts, 'email') ?? '',
  placeOf: atScope,
  created: 'user_invitation_created',
  updated: 'user_invitation_updated',
  deleted: 'user_invitation_deleted',
  fields: {
    email: 'told',
    role: 'told',
    scopeType: 'told',
    scopeUuid: 'told',
    scopeName: 'detail',
    scopeDescription: 'silent',
    customerUuid: 'silent',
    customerName: 'silent',
    extraInvitationText: 'silent',
    state: 'told',
    createdByUuid: 'detail',
    createdByFullName: 'silent',
    createdByUsername: 'silent',
    expiresAt: 'told',
    tokenHash: 'named',
  },
});
