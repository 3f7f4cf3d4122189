import { z } from 'zod';
import type { KeycloakMembership } from '#shared/domain/cluster-access/groups/keycloak-membership';
import { roleScopeType } from '#shared/domain/providers/rancher-role-template';
import { exampleUuid } from '../_core/example-uuid.ts';
import { failureFields, viewFailure } from '../_core/failure.ts';
import { reference, text } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

/**
 * The states in the spelling of Waldur's client, which accepts no other spelling
 * (docs/decisions/0052-waldurs-own-client-reads-every-answer.md).
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
    scope_uuid: reference('rancher-clusters', 'rancher-projects').meta({
      description:
        'One of `rancher-clusters` or `rancher-projects`: its uuid or its URL. A role in a project needs a project.',
    }),
  })
  .transform(({ username, email, role, scope_uuid }) => ({
    username,
    email,
    roleUuid: role,
    scopeUuid: scope_uuid,
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

const operations: ApiOperations = {
  'GET /': {
    summary: 'List memberships of users in clusters',
    rule: 'visible.list',
    listing: membershipListing,
  },
  'GET /{uuid}/': {
    summary: 'Show the membership of a user in a cluster',
    description:
      'A membership is `pending` until the user is in the Keycloak group, then `active`. If the user cannot be added, `error_message` says why.',
    rule: 'membership.see',
    reply: membershipView,
  },
  'POST /': {
    summary: 'Give a user access to a cluster',
    description:
      '`username` is the user’s name in Keycloak; the account may be created later. `role` is a role template of the ' +
      'cluster’s provider. `scope_uuid` is the cluster or, for a project role, one of its Rancher projects. The call ' +
      'answers `pending`. The group, its role in Rancher and the membership are made afterwards. A membership stays ' +
      '`pending` until Keycloak has a user of this name. An e-mail to `email` says that access was given. Callers ' +
      'can only give roles that their own role covers. Project managers and customer owners can give any role. ' +
      'Project administrators can give `cluster-member`, Rancher’s own read-only roles, and roles in Rancher ' +
      'projects that do not contain the cluster’s own workloads. When a user’s role in the project or customer ends, ' +
      'the memberships that the user had only because of this role are removed.',
    rule: 'membership.create',
    body: newMembershipBody,
    bodyExample: {
      username: 'grace',
      email: 'grace@example.org',
      role: exampleUuid('rancher-role-templates'),
      scope_uuid: exampleUuid('rancher-clusters'),
    },
    status: 201,
    reply: membershipView,
    refuses: [400, 405, 409],
  },
  'DELETE /{uuid}/': {
    summary: 'Remove a user from a cluster',
    description:
      'The membership stays, with its `revoked` time, until the user has left the Keycloak group. With the last membership, the group and its role in Rancher are deleted too. Repeat the call after a failure. Callers can only remove roles that they could give.',
    rule: 'membership.delete',
    status: 204,
    refuses: [405, 409],
  },
};

export const keycloakUserGroupMembershipsResource: RestResource = {
  group: 'Customers',
  is: 'Users who may open a cluster through Rancher, and their roles there.',
  operations,
};
