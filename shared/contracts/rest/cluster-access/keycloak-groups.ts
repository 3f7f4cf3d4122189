import { z } from 'zod';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import { roleScopeType } from '#shared/domain/providers/rancher-role-template';
import { failureFields, viewFailure } from '../_core/failure.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

export const keycloakGroupView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    backend_id: z.string(),
    scope_type: roleScopeType,
    scope_uuid: z.string(),
    scope_name: z.string(),
    role: z.string(),
    role_name: z.string(),
    customer_uuid: z.string(),
    project_uuid: z.string(),
    created: z.string(),
    modified: z.string(),
    ...failureFields,
  })
  .meta({ id: 'KeycloakGroup' });
type KeycloakGroupView = z.infer<typeof keycloakGroupView>;

export const viewKeycloakGroup = (link: Link, item: KeycloakGroup): KeycloakGroupView => ({
  url: link('keycloak-groups', item.uuid),
  uuid: item.uuid,
  name: item.name,
  backend_id: item.keycloakId ?? '',
  scope_type: item.scopeType,
  scope_uuid: item.scopeUuid,
  scope_name: item.scopeName,
  role: link('rancher-role-templates', item.roleUuid),
  role_name: item.role,
  customer_uuid: item.customerUuid,
  project_uuid: item.projectUuid,
  created: item.created,
  modified: item.modified,
  ...viewFailure(item.lastError),
});

export const keycloakGroupListing: Listing<KeycloakGroup, KeycloakGroupView> = {
  filters: {
    within: ['customer', 'project'],
    uuids: { role: ({ roleUuid }) => roleUuid, scope_uuid: ({ scopeUuid }) => scopeUuid },
    choices: { scope_type: { values: roleScopeType.options, of: ({ scopeType }) => scopeType } },
  },
  orderings: { name: ({ name }) => name, created: ({ created }) => created },
  schema: keycloakGroupView,
  view: viewKeycloakGroup,
};

const operations: ApiOperations = {
  'GET /': {
    summary: 'List Keycloak groups that have a role in a cluster',
    description:
      'A group is created with its first membership and deleted with its last membership. `backend_id` is the group’s id in Keycloak, and empty until the group exists there.',
    rule: 'visible.list',
    listing: keycloakGroupListing,
  },
  'GET /{uuid}/': { summary: 'Show a Keycloak group', rule: 'keycloak_group.see', reply: keycloakGroupView },
};

export const keycloakGroupsResource: RestResource = {
  group: 'Customers',
  is: 'Keycloak groups with a role in a cluster. Their members follow from the memberships.',
  operations,
};
