import type { Uuid } from '#shared/domain/_core/identifier';
import type { Project } from '#shared/domain/organizations/project';
import type { Tenant } from '#shared/domain/planning/tenant';
import { Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';

const NO_TENANT = 'Tenant should be one of the project.';
const WHICH_TENANT = 'The project has no tenant, or several: name the tenant that the machines are in.';
const refusedTenant = (text: string) => new Invalid({ additional_details: { tenant_uuid: [text] } });

/** Finds the tenant that the call names. If the call names none, finds the only tenant of the project. */
export async function tenantIn(
  { tenants }: Pick<Store, 'tenants'>,
  project: Project,
  asked: Uuid | undefined,
): Promise<Tenant> {
  if (asked !== undefined) {
    const tenant = await tenants.find(asked);
    if (tenant?.projectUuid !== project.uuid) throw refusedTenant(NO_TENANT);
    return tenant;
  }
  const within = { visibility: 'all' as const, projectUuid: project.uuid };
  const { items, total } = await tenants.list(within, { page: 1, pageSize: 1 });
  const [only] = items;
  if (total !== 1 || !only) throw refusedTenant(WHICH_TENANT);
  return only;
}
