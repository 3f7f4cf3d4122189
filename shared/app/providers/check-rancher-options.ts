import type { Uuid } from '#shared/domain/_core/identifier';
import { type Caller, canSee, canSeeCustomer } from '#shared/domain/organizations/caller';
import type { RancherOptions } from '#shared/domain/providers/service-settings';
import { type FieldErrors, Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';

/** Sentences about user data of a provider's own; none when machines can be made with it. */
export type TemplateProblems = (template: string, withVault: boolean) => readonly string[];
export type OptionsDeps = {
  store: Pick<Store, 'tenants' | 'customers'>;
  templateProblems: TemplateProblems;
  /** The same of load balancers' machines, which have nothing to do with Vault. */
  loadBalancerTemplateProblems: (template: string) => readonly string[];
};

const refused = (errors: FieldErrors): Invalid => new Invalid({ options: errors });

async function checkManagementTenant({ store }: OptionsDeps, caller: Caller, uuid: Uuid): Promise<void> {
  const tenant = await store.tenants.find(uuid);
  if (tenant === undefined || !canSee(caller, tenant)) {
    throw refused({ management_tenant_uuid: [`User has not permissions for tenant ${uuid}.`] });
  }
}

async function checkManagedCustomer({ store }: OptionsDeps, caller: Caller, uuid: Uuid): Promise<void> {
  const customer = await store.customers.find(uuid);
  if (customer === undefined || !canSeeCustomer(caller, uuid)) {
    throw refused({ customer_uuid: [`User has not permissions for customer ${uuid}.`] });
  }
}

function checkTemplates(deps: OptionsDeps, { cloudInitTemplate, vault, managed }: RancherOptions): void {
  const ofNodes = cloudInitTemplate === '' ? [] : deps.templateProblems(cloudInitTemplate, vault !== undefined);
  if (ofNodes.length > 0) throw refused({ cloud_init_template: ofNodes });
  const ofLoadBalancers = deps.loadBalancerTemplateProblems(managed?.loadBalancerCloudInitTemplate ?? '');
  if (ofLoadBalancers.length > 0) {
    throw refused({ managed_rancher_load_balancer_cloud_init_template: ofLoadBalancers });
  }
}

/**
 * What only the store and the driver know of a provider's options: that the management tenant and the organisation of managed clusters
 * are ones the caller sees (docs/spec/settings.md#options-of-a-provider), and that the templates can be rendered, the nodes' with what
 * Vault adds or without. `before` is what was checked already.
 */
export async function checkRancherOptions(
  deps: OptionsDeps,
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
