import type { Uuid } from '#shared/domain/_core/identifier';
import { type Caller, canSee, canSeeCustomer } from '#shared/domain/organizations/caller';
import type { RancherOptions } from '#shared/domain/providers/service-settings';
import { type FieldErrors, Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';

/**
 * Checks a provider's user-data template. Returns problems as sentences. If there are none, machines can be created
 * from the template.
 */
export type TemplateProblems = (template: string, withVault: boolean) => readonly string[];
export type RancherOptionsDeps = {
  store: Pick<Store, 'tenants' | 'customers'>;
  templateProblems: TemplateProblems;
  /** Checks a user-data template of load balancers, which need no login to Vault. Returns problems as sentences. */
  loadBalancerTemplateProblems: (template: string) => readonly string[];
};

const refused = (errors: FieldErrors): Invalid => new Invalid({ options: errors });

async function checkManagementTenant({ store }: RancherOptionsDeps, caller: Caller, uuid: Uuid): Promise<void> {
  const tenant = await store.tenants.find(uuid);
  if (tenant === undefined || !canSee(caller, tenant)) {
    throw refused({ management_tenant_uuid: [`User has not permissions for tenant ${uuid}.`] });
  }
}

async function checkManagedCustomer({ store }: RancherOptionsDeps, caller: Caller, uuid: Uuid): Promise<void> {
  const customer = await store.customers.find(uuid);
  if (customer === undefined || !canSeeCustomer(caller, uuid)) {
    throw refused({ customer_uuid: [`User has not permissions for customer ${uuid}.`] });
  }
}

function checkTemplates(deps: RancherOptionsDeps, { cloudInitTemplate, vault, managed }: RancherOptions): void {
  const ofNodes = cloudInitTemplate === '' ? [] : deps.templateProblems(cloudInitTemplate, vault !== undefined);
  if (ofNodes.length > 0) throw refused({ cloud_init_template: ofNodes });
  const ofLoadBalancers = deps.loadBalancerTemplateProblems(managed?.loadBalancerCloudInitTemplate ?? '');
  if (ofLoadBalancers.length > 0) {
    throw refused({ managed_rancher_load_balancer_cloud_init_template: ofLoadBalancers });
  }
}

/**
 * Checks the options that cannot be checked without the store or the driver
 * (docs/spec/settings.md#options-of-a-provider). The caller must see the management tenant, and the customer that owns
 * the managed clusters. An unchanged tenant or customer is not checked again. Templates must render. Throws Invalid.
 */
export async function checkRancherOptions(
  deps: RancherOptionsDeps,
  caller: Caller,
  options: RancherOptions,
  before?: RancherOptions,
): Promise<void> {
  const { managementTenantUuid, managed } = options;
  if (managementTenantUuid !== undefined && managementTenantUuid !== before?.managementTenantUuid) {
    await checkManagementTenant(deps, caller, managementTenantUuid);
  }
  if (managed !== undefined && managed.customerUuid !== before?.managed?.customerUuid) {
    await checkManagedCustomer(deps, caller, managed.customerUuid);
  }
  checkTemplates(deps, options);
}
