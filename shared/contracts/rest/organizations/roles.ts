import { z } from 'zod';
import { permissionsOf } from '#shared/domain/organizations/permission';
import { ROLE_TITLES, type RoleName, roleUuid, scopeTypeOf } from '#shared/domain/organizations/role';
import { anyOf } from '../_core/common-filters.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

/**
 * A role with Waldur's fields. The number of users with the role is left out, because no index of the database contains
 * this number.
 */
export const roleView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string().meta({ examples: ['PROJECT.MANAGER'] }),
    description: z.string().meta({ examples: ['Project manager'] }),
    content_type: z.enum(['customer', 'project']),
    permissions: z.array(z.string()).meta({
      description:
        'Names of the actions that the role permits. Actions that everybody who sees the object may carry out are not listed.',
      examples: [['ORDER.CREATE', 'ORDER.CANCEL']],
    }),
    is_system_role: z.boolean(),
    is_active: z.boolean(),
  })
  .meta({ id: 'Role' });
type RoleView = z.infer<typeof roleView>;

/** Permissions are shown in capitals, as in Waldur. Some permissions have the same names as permissions of Waldur. */
export const viewRole = (link: Link, name: RoleName): RoleView => ({
  url: link('roles', roleUuid(name)),
  uuid: roleUuid(name),
  name,
  description: ROLE_TITLES[name],
  content_type: scopeTypeOf(name),
  permissions: permissionsOf(name).map((permission) => permission.toUpperCase()),
  is_system_role: true,
  is_active: true,
});

const word = (name: RoleName) => ROLE_TITLES[name];

export const roleListing: Listing<RoleName, RoleView> = {
  filters: {
    contains: { name: (name) => name, description: word, query: anyOf((name) => name, word) },
    oneOf: { content_type: scopeTypeOf },
    flags: { is_active: () => true, is_system_role: () => true },
    accepted: ['include_concealed', 'available_for_customer'],
  },
  orderings: { name: (name) => name, description: word, scope: scopeTypeOf },
  schema: roleView,
  view: viewRole,
};

const operations: ApiOperations = {
  'GET /': {
    summary: 'List the roles',
    description:
      'All roles that can be granted in a customer or in a project. Roles with more permissions are listed first.',
    rule: 'visible.list',
    listing: roleListing,
  },
  'GET /{uuid}/': { summary: 'Show a role', rule: 'role.see', reply: roleView, selectable: true },
};

export const rolesResource: RestResource = {
  group: 'Operators',
  is: 'Roles that users can have in a customer or project, and the permissions of each.',
  operations,
};
