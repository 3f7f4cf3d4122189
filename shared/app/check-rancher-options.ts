import { type Caller, canSee } from '../domain/caller.ts';
import type { Uuid } from '../domain/identifier.ts';
import type { RancherOptions } from '../domain/service-settings.ts';
import { Invalid } from '../errors.ts';
import type { Store } from '../ports/store.ts';

/** Sentences about a provider's own user data; none when machines can be made with it. */
export type TemplateProblems = (template: string, withVault: boolean) => readonly string[];
type Deps = { store: Pick<Store, 'tenants'>; templateProblems: TemplateProblems };

async function checkManagementTenant({ store }: Deps, caller: Caller, uuid: Uuid): Promise<void> {
  const tenant = await store.tenants.find(uuid);
  if (tenant === undefined || !canSee(caller, tenant)) {
    throw new Invalid({ options: { management_tenant_uuid: [`User has not permissions for tenant ${uuid}.`] } });
  }
}

/**
 * What only the store and the driver know of a provider's options: that the management tenant is one the caller sees
 * (waldur-rancher.md row 141), and that the template can be rendered, with what Vault adds or without. `before` is what was checked already.
 */
export async function checkRancherOptions(
  deps: Deps,
  caller: Caller,
  options: RancherOptions,
  before?: RancherOptions,
): Promise<void> {
  const { managementTenantUuid, cloudInitTemplate, vault } = options;
  if (managementTenantUuid !== undefined && managementTenantUuid !== before?.managementTenantUuid) {
    await checkManagementTenant(deps, caller, managementTenantUuid);
  }
  if (cloudInitTemplate === '') return;
  const problems = deps.templateProblems(cloudInitTemplate, vault !== undefined);
  if (problems.length > 0) throw new Invalid({ options: { cloud_init_template: problems } });
}
