import { newRecord } from '#shared/domain/_core/record';
import type {
  ProjectOffering,
  RancherOffering,
  SiteAgentOffering,
  TenantOffering,
} from '#shared/domain/marketplace/offering';
import { aUuid, CREATED } from './builders.ts';

/** Valid offerings; a test names only the fields it is about. */

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

/** A cloud that managed clusters may be made in. */
export const aTenantOffering = (fields: Partial<TenantOffering> = {}): TenantOffering => ({
  ...base(),
  settingsUuid: aUuid(),
  type: 'OpenStack.Tenant',
  name: 'AZ 1',
  slug: 'az1',
  pluginOptions: { external_network_id: 'public', storage_mode: 'fixed' },
  ...fields,
});

/** What a site agent carries out: cores by limits, hours by what was used. */
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

/** Projects in a shared cluster, with members by username. */
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
