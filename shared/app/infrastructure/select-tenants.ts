import type { Uuid } from '#shared/domain/_core/identifier';
import { type Caller, canSee, visibilityOf } from '#shared/domain/organizations/caller';
import { MAX_TENANTS, type Tenant } from '#shared/domain/planning/tenant';
import { Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';

const TOO_MANY = `The call would read more than ${MAX_TENANTS} tenants, and each tenant needs a request to its cloud. Filter by tenant_uuid, or by a project_uuid with fewer tenants.`;

export type TenantsWanted = {
  /** If this list is not empty, only tenants in the list are selected. The other fields always apply, too. */
  tenantUuids: readonly Uuid[];
  customerUuid?: Uuid;
  projectUuid?: Uuid;
  matches: (tenant: Tenant) => boolean;
};

/**
 * Selects tenants for a call that makes requests to their clouds. Tenants that the caller does not see are left out.
 * @throws Invalid naming `tenant_uuid` when there are too many tenants for one call
 */
export async function selectTenants(
  { store }: { store: Pick<Store, 'tenants'> },
  caller: Caller,
  { tenantUuids, customerUuid, projectUuid, matches }: TenantsWanted,
): Promise<readonly Tenant[]> {
  const tooMany = () => new Invalid({ tenant_uuid: [TOO_MANY] });
  if (tenantUuids.length > MAX_TENANTS) throw tooMany();
  if (tenantUuids.length > 0) {
    const found = await Promise.all([...new Set(tenantUuids)].map((uuid) => store.tenants.find(uuid)));
    const isAsked = (tenant: Tenant) =>
      canSee(caller, tenant) &&
      (customerUuid ?? tenant.customerUuid) === tenant.customerUuid &&
      (projectUuid ?? tenant.projectUuid) === tenant.projectUuid &&
      matches(tenant);
    return found.filter((tenant) => tenant !== undefined).filter(isAsked);
  }
  const scope = {
    visibility: visibilityOf(caller),
    ...(customerUuid !== undefined && { customerUuid }),
    ...(projectUuid !== undefined && { projectUuid }),
  };
  const { items, total } = await store.tenants.list(scope, { page: 1, pageSize: MAX_TENANTS }, matches);
  if (total > MAX_TENANTS) throw tooMany();
  return items;
}
