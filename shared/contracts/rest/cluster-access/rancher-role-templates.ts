import { z } from 'zod';
import { type RancherRoleTemplate, roleScopeType } from '#shared/domain/providers/rancher-role-template';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

export const roleTemplateView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    display_name: z.string(),
    scope_type: roleScopeType,
    settings: z.string(),
  })
  .meta({ id: 'RancherRoleTemplate' });
type RoleTemplateView = z.infer<typeof roleTemplateView>;

export const viewRoleTemplate = (link: Link, item: RancherRoleTemplate): RoleTemplateView => ({
  url: link('rancher-role-templates', item.uuid),
  uuid: item.uuid,
  name: item.name,
  display_name: item.displayName,
  scope_type: item.scopeType,
  settings: link('service-settings', item.settingsUuid),
});

export const roleTemplateListing: Listing<RancherRoleTemplate, RoleTemplateView> = {
  filters: {
    equals: { name: ({ name }) => name },
    choices: { scope_type: { values: roleScopeType.options, of: ({ scopeType }) => scopeType } },
    uuids: { settings_uuid: ({ settingsUuid }) => settingsUuid },
  },
  orderings: { name: ({ name }) => name, scope_type: ({ scopeType }) => scopeType },
  schema: roleTemplateView,
  view: viewRoleTemplate,
};

const operations: ApiOperations = {
  'GET /': {
    summary: 'List Rancher role templates',
    description:
      'The roles that can be given in a cluster or in one of its Rancher projects. They are read from Rancher when a provider is created, and then every hour.',
    rule: 'visible.list',
    listing: roleTemplateListing,
  },
  'GET /{uuid}/': {
    summary: 'Show a Rancher role template',
    rule: 'role_template.see',
    reply: roleTemplateView,
  },
};

export const rancherRoleTemplatesResource: RestResource = {
  group: 'Customers',
  is: 'Roles of Rancher that a membership can give.',
  operations,
};
