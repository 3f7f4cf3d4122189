import { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Tenant } from '#shared/domain/planning/tenant';
import { inProjectFilters } from '../_core/common-filters.ts';
import type { FilterTable, Link } from '../_core/listing.ts';
import { projectFields, viewProjectOf } from '../_core/placement.ts';

/**
 * An object in a cloud, with a tenant that can use the object. The object is in the field `thing`, so that its fields
 * do not clash with the tenant's fields.
 */
export type CloudRow<T> = Tenant & { thing: T };
/** Fields that every object in a cloud has. Paddock derives the object's `uuid` from this `id`. */
export type Known = { id: string; name: string };
export type FoundRow<T extends Known> = CloudRow<T & { uuid: Uuid }>;

/** Waldur's fields of objects that all tenants of a cloud can use. `settings` is the cloud. */
export const cloudThing = z.object({
  url: z.string(),
  uuid: z.string(),
  name: z.string(),
  settings: z.string(),
  backend_id: z.string(),
});
export const viewCloudThing = (link: Link, { settingsUuid, thing }: FoundRow<Known>) => ({
  uuid: thing.uuid,
  name: thing.name,
  settings: link('service-settings', settingsUuid),
  backend_id: thing.id,
});

/** Waldur's fields of objects that belong to one tenant. */
export const tenantThing = z.object({
  url: z.string(),
  uuid: z.string(),
  name: z.string(),
  backend_id: z.string(),
  tenant: z.string(),
  tenant_uuid: z.string(),
  tenant_name: z.string(),
  service_settings: z.string(),
  service_settings_uuid: z.string(),
  service_name: z.string(),
  ...projectFields,
  customer: z.string(),
});
export function viewTenantThing(link: Link, { thing, ...tenant }: FoundRow<Known>) {
  return {
    uuid: thing.uuid,
    name: thing.name,
    backend_id: thing.id,
    tenant: link('openstack-tenants', tenant.uuid),
    tenant_uuid: tenant.uuid,
    tenant_name: tenant.name,
    service_settings: link('service-settings', tenant.settingsUuid),
    service_settings_uuid: tenant.settingsUuid,
    service_name: tenant.settingsName,
    ...viewProjectOf(link, tenant),
    customer: link('customers', tenant.customerUuid),
  };
}

const ofTenant = { tenant_uuid: ({ uuid }: Tenant) => uuid, tenant: ({ uuid }: Tenant) => uuid };
/** Filters for lists of cloud objects. They select which of the caller's tenants are read. */
export const cloudThingPlaces = {
  within: ['customer', 'project'],
  uuids: {
    ...ofTenant,
    settings_uuid: ({ settingsUuid }) => settingsUuid,
    settings: ({ settingsUuid }) => settingsUuid,
  },
} as const satisfies FilterTable<Tenant>;
export const tenantThingPlaces = {
  within: ['customer', 'project'],
  contains: inProjectFilters.contains,
  equals: { service_settings_name: ({ settingsName }) => settingsName },
  uuids: { ...ofTenant, service_settings_uuid: ({ settingsUuid }) => settingsUuid },
  flags: inProjectFilters.flags,
} as const satisfies FilterTable<Tenant>;

const named = {
  contains: { name: ({ thing }: CloudRow<Known>) => thing.name },
  equals: {
    name_exact: ({ thing }: CloudRow<Known>) => thing.name,
    backend_id: ({ thing }: CloudRow<Known>) => thing.id,
  },
};
export const cloudThingFilters = { ...cloudThingPlaces, ...named } as const satisfies FilterTable<CloudRow<Known>>;
export const tenantThingFilters = {
  ...tenantThingPlaces,
  contains: { ...tenantThingPlaces.contains, ...named.contains },
  equals: { ...tenantThingPlaces.equals, ...named.equals },
  nothing: inProjectFilters.nothing,
} as const satisfies FilterTable<CloudRow<Known>>;

export const nameOrdering = { name: ({ thing }: CloudRow<Known>) => thing.name };
