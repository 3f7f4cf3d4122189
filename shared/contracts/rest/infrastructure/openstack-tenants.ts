import { z } from 'zod';
import type { Tenant } from '#shared/domain/planning/tenant';
import { alwaysOk, inProjectFilters } from '../_core/common-filters.ts';
import { exampleUuid } from '../_core/example-uuid.ts';
import { reference, text } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';
import { projectFields, viewProjectOf } from '../_core/placement.ts';
import { instanceOperations } from './tenant-instances.ts';
import { inventoryOperations } from './tenant-inventory.ts';

export const tenantView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    ...projectFields,
    customer: z.string(),
    service_settings: z.string(),
    service_settings_uuid: z.string(),
    service_name: z.string(),
    backend_id: z.string(),
    has_application_credential: z.boolean(),
    created: z.string(),
  })
  .meta({ id: 'OpenStackTenant' });
export type TenantView = z.infer<typeof tenantView>;

export function viewTenant(link: Link, tenant: Tenant): TenantView {
  return {
    url: link('openstack-tenants', tenant.uuid),
    uuid: tenant.uuid,
    name: tenant.name,
    ...viewProjectOf(link, tenant),
    customer: link('customers', tenant.customerUuid),
    service_settings: link('service-settings', tenant.settingsUuid),
    service_settings_uuid: tenant.settingsUuid,
    service_name: tenant.settingsName,
    backend_id: tenant.backendId,
    has_application_credential: tenant.hasOwnCredential,
    created: tenant.created,
  };
}

/** The body that registers a tenant. An application credential needs both id and secret. */
export const newTenantBody = z
  .object({
    name: text(150),
    project: reference('projects'),
    service_settings: reference('service-settings'),
    backend_id: text(255).meta({
      description: 'Id of the project in OpenStack.',
      examples: ['0b7a4f2e3ad14a558d466d0e3a1f7c52'],
    }),
    application_credential_id: text(255)
      .optional()
      .meta({
        description: 'Id of an application credential of the project. Staff may leave out the id and the secret.',
        examples: ['5b1d4a430c0f4a6e9d3b3f9f3b0f3c11'],
      }),
    application_credential_secret: text(255)
      .optional()
      .meta({ description: 'Secret of the application credential. Never shown again.', examples: ['x9Kq2vR7mTz4'] }),
  })
  .superRefine((body, context) => {
    const halves = ['application_credential_id', 'application_credential_secret'] as const;
    const missing = halves.filter((half) => body[half] === undefined);
    if (missing.length !== 1) return;
    for (const half of missing) context.addIssue({ code: 'custom', path: [half], message: 'This field is required.' });
  })
  .transform((body) => {
    const { application_credential_id: id, application_credential_secret: secret } = body;
    return {
      name: body.name,
      projectUuid: body.project,
      settingsUuid: body.service_settings,
      backendId: body.backend_id,
      credential: id !== undefined && secret !== undefined ? { id, secret } : undefined,
    };
  });

export const tenantListing: Listing<Tenant, TenantView> = {
  filters: {
    within: ['customer', 'project'],
    contains: { name: ({ name }) => name, ...inProjectFilters.contains },
    equals: {
      name_exact: ({ name }) => name,
      backend_id: ({ backendId }) => backendId,
      service_settings_name: ({ settingsName }) => settingsName,
    },
    choices: { state: alwaysOk },
    flags: inProjectFilters.flags,
    nothing: [...inProjectFilters.nothing, 'description', 'external_ip'],
    uuids: { service_settings_uuid: ({ settingsUuid }) => settingsUuid },
    indexed: ['name', 'name_exact', 'backend_id'],
  },
  orderings: { name: ({ name }) => name, created: ({ created }) => created },
  schema: tenantView,
  view: viewTenant,
};

const operations: ApiOperations = {
  'GET /': { summary: 'List OpenStack tenants', rule: 'visible.list', listing: tenantListing },
  'GET /{uuid}/': { summary: 'Show a tenant', rule: 'tenant.see', reply: tenantView },
  'POST /': {
    summary: 'Register an OpenStack project as a tenant',
    rule: 'tenant.register',
    description:
      'Owners prove their right by an application credential that was made in the project. Staff may leave it out. Paddock then uses its account in the cloud, which needs the role `member` in the project. The secret is never shown again.',
    body: newTenantBody,
    bodyExample: {
      name: 'demo',
      project: exampleUuid('projects'),
      service_settings: exampleUuid('clouds'),
      backend_id: '0b7a4f2e3ad14a558d466d0e3a1f7c52',
      application_credential_id: '5b1d4a430c0f4a6e9d3b3f9f3b0f3c11',
      application_credential_secret: 'x9Kq2vR7mTz4',
    },
    status: 201,
    reply: tenantView,
    refuses: [502],
  },
  ...inventoryOperations,
  ...instanceOperations,
};

export const openstackTenantsResource: RestResource = {
  group: 'Customers',
  is: 'OpenStack projects for machines of clusters, with their flavors, images, subnets, volume types, security groups and machines.',
  operations,
};
