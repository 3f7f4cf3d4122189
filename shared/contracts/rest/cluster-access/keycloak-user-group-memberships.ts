import { z } from 'zod';
import type { KeycloakMembership } from '#shared/domain/cluster-access/groups/keycloak-membership';
import { roleScopeType } from '#shared/domain/providers/rancher-role-template';
import { exampleUuid } from '../_core/example-uuid.ts';
import { failureFields, viewFailure } from '../_core/failure.ts';
import { reference, text } from '../_core/fields.ts';
import type { Link } from '../_core/link.ts';
import type { Listing } from '../_core/listing.ts';
import type { Operations } from '../_core/operation.ts';

/**
 * As the enum of Waldur's client has them, which reads no other spelling (docs/decisions/0052-waldurs-own-client-reads-every-answer.md).
 */
const STATES = ['pending', 'active'] as const;
const SPELLED = { PENDING: 'pending', ACTIVE: 'active' } as const;

export const membershipView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    username: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    group: z.string(),
    group_name: z.string(),
    group_role: z.string(),
    group_scope_type: roleScopeType,
    group_scope_name: z.string(),
    group_scope_uuid: z.string(),
    state: z.enum(STATES),
    revoked: z.string().nullable(),
    created: z.string(),
    modified: z.string(),
    last_checked: z.string(),
    ...failureFields,
  })
  .meta({ id: 'KeycloakUserGroupMembership' });
type MembershipView = z.infer<typeof membershipView>;

export const viewMembership = (link: Link, item: KeycloakMembership): MembershipView => ({
  url: link('keycloak-user-group-memberships', item.uuid),
  uuid: item.uuid,
  username: item.username,
  email: item.email,
  first_name: item.firstName,
  last_name: item.lastName,
  group: link('keycloak-groups', item.groupUuid),
  group_name: item.groupName,
  group_role: item.role,
  group_scope_type: item.scopeType,
  group_scope_name: item.scopeName,
  group_scope_uuid: item.scopeUuid,
  state: SPELLED[item.state],
  revoked: item.revokedAt ?? null,
  created: item.created,
  modified: item.modified,
  last_checked: item.lastChecked,
  ...viewFailure(item.lastError),
});

export const newMembershipBody = z
  .object({
    username: text(255),
    email: text(254).pipe(z.email({ error: () => 'Enter a valid email address.' })),
    role: reference('rancher-role-templates'),
    scope_uuid: reference('rancher-clusters', 'rancher-projects'),
  })
  .transform(({ username, email, role, scope_uuid }) => ({
    ...{ username, email, roleUuid: role, scopeUuid: scope_uuid },
  }));

export const membershipListing: Listing<KeycloakMembership, MembershipView> = {
  filters: {
    within: ['customer', 'project'],
    contains: {
      username: ({ username }) => username,
      email: ({ email }) => email,
      first_name: ({ firstName }) => firstName,
      last_name: ({ lastName }) => lastName,
    },
    uuids: {
      group_uuid: ({ groupUuid }) => groupUuid,
      role_uuid: ({ roleUuid }) => roleUuid,
      scope_uuid: ({ scopeUuid }) => scopeUuid,
    },
    choices: {
      state: { values: STATES, of: ({ state }) => SPELLED[state], read: (text) => text.toLowerCase() },
      scope_type: { values: roleScopeType.options, of: ({ scopeType }) => scopeType },
    },
  },
  orderings: { username: ({ username }) => username, created: ({ created }) => created },
  schema: membershipView,
  view: viewMembership,
};

export const membershipOperations: Operations = {
  'GET /': {
    summary: 'List memberships: who may enter which cluster',
    rule: 'visible.list',
    listing: membershipListing,
  },
  'GET /{uuid}/': {
    summary: 'Show a membership',
    description:
      '`pending` until the user is in the group in Keycloak, then `active`. `error_message` says what prevents it.',
    rule: 'membership.see',
    reply: membershipView,
  },
  'POST /': {
    summary: 'Let somebody enter a cluster',
    description:
      'By the name that he signs in to Keycloak with; he need not exist there yet. `role` is one of the cluster’s provider; `scope_uuid` is the ' +
      'cluster, or with a role of projects one of its projects in Rancher. Group, its role in Rancher and the membership are made after the answer, which is `pending`; a user who is not known ' +
      'in Keycloak stays so until he has signed in. Nobody gives more than he has: managers of the project and owners of its customer give any role, ' +
      'administrators `cluster-member`, Rancher’s own roles that only look, and roles in projects other than the one that runs the cluster. When a ' +
      'role of his in the project or its customer ends, the user loses what he could not give himself by those that are left.',
    rule: 'membership.create',
    body: newMembershipBody,
    bodyExample: {
      ...{ username: 'grace', email: 'grace@example.org' },
      ...{ role: exampleUuid('rancher-role-templates'), scope_uuid: exampleUuid('rancher-clusters') },
    },
    status: 201,
    reply: membershipView,
    refuses: [400, 405, 409],
  },
  'DELETE /{uuid}/': {
    summary: 'Remove somebody from a cluster',
    description:
      'The membership stays, with the time it was `revoked`, until the user has left the group in Keycloak. The group and its role in Rancher go with the last membership. The same call again repeats what failed. Only someone who could give the role can take it away.',
    rule: 'membership.delete',
    status: 204,
    refuses: [405, 409],
  },
};
