import { newRecord } from '#shared/domain/_core/record';
import type {
  ProjectOffering,
  RancherOffering,
  SiteAgentOffering,
  TenantOffering,
} from '#shared/domain/marketplace/offering';
import { aUuid, CREATED } from './builders.ts';

/** Builders of valid offerings. A test passes only the fields that matter to it. */

const base = () => ({
  ...newRecord(aUuid(), new Date(CREATED)),
  description: '',
  state: 'Active' as const,
  shared: true,
  customerUuid: aUuid(),
  customerName: 'Provider Ltd',
  resourceOptions: { options: {}, order: [] },
  plans: [],
});

export const anOffering = (fields: Partial<RancherOffering> = {}): RancherOffering => ({
  ...base(),
  settingsUuid: aUuid(),
  type: 'Rancher',
  name: 'Kubernetes',
  slug: 'kubernet',
  pluginOptions: { deployment_mode: 'self_managed' },
  ...fields,
});

/** An offering that sells tenants. Managed clusters can be created in these tenants. */
export const aTenantOffering = (fields: Partial<TenantOffering> = {}): TenantOffering => ({
  ...base(),
  settingsUuid: aUuid(),
  type: 'OpenStack.Tenant',
  name: 'AZ 1',
  slug: 'az1',
  pluginOptions: { external_network_id: 'public', storage_mode: 'fixed' },
  ...fields,
});

/** An offering that a site agent serves. Cores are billed by limit, hours by usage. */
export const aSiteAgentOffering = (fields: Partial<SiteAgentOffering> = {}): SiteAgentOffering => ({
  ...base(),
  type: 'Marketplace.Slurm',
  name: 'Allocations',
  slug: 'allocations',
  components: [
    { type: 'cpu', name: 'CPU cores', description: '', measured_unit: 'cores', billing_type: 'limit', max_value: 100 },
    { type: 'node_hours', name: 'Node hours', description: '', measured_unit: 'hours', billing_type: 'usage' },
  ],
  pluginOptions: {},
  ...fields,
});

/** An offering of projects in a shared cluster. Members are identified by username. */
export const aProjectOffering = (fields: Partial<ProjectOffering> = {}): ProjectOffering => ({
  ...base(),
  settingsUuid: aUuid(),
  type: 'Rancher.Project',
  name: 'Projects',
  slug: 'projects',
  components: ['cpu', 'ram'].map((type) => ({
    ...{ type, name: type, description: '', measured_unit: 'units', billing_type: 'limit', unit_factor: 1 },
  })),
  pluginOptions: { cluster_id: 'c-m-abcd1234', keycloak_enabled: true },
  ...fields,
});
