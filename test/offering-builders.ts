import type { RancherOffering, TenantOffering } from '#shared/domain/offering';
import { newRecord } from '#shared/domain/record';
import { aUuid, CREATED } from './builders.ts';

/** Valid offerings; a test names only the fields it is about. */

const base = () => ({
  ...newRecord(aUuid(), new Date(CREATED)),
  description: '',
  state: 'Active' as const,
  shared: true,
  customerUuid: aUuid(),
  customerName: 'Provider Ltd',
  settingsUuid: aUuid(),
  resourceOptions: { options: {}, order: [] },
  plans: [],
});

export const anOffering = (fields: Partial<RancherOffering> = {}): RancherOffering => ({
  ...base(),
  type: 'Rancher',
  name: 'Kubernetes',
  slug: 'kubernet',
  pluginOptions: { deployment_mode: 'self_managed' },
  ...fields,
});

/** A cloud that managed clusters may be made in. */
export const aTenantOffering = (fields: Partial<TenantOffering> = {}): TenantOffering => ({
  ...base(),
  type: 'OpenStack.Tenant',
  name: 'AZ 1',
  slug: 'az1',
  pluginOptions: { external_network_id: 'public', storage_mode: 'fixed' },
  ...fields,
});
