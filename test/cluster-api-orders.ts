import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import { type TemplateSpec, templateSpec } from '#shared/domain/planning/cluster-api/cluster-api-template';
import type { ClusterApiRequest } from '#shared/domain/planning/cluster-api/cluster-request';
import type { ManagementFacts } from '#shared/domain/planning/cluster-api/plan-cluster-api';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import { clusterApiOptions } from '#shared/domain/providers/cluster-api-options';
import type { ClusterApiSettings } from '#shared/domain/providers/service-settings';
import { aRecord, aUuid } from './builders/builders.ts';
import { someOrderAttributes } from './builders/order-inputs.ts';
import { facts } from './planning.ts';

export const MANAGEMENT: ManagementFacts = {
  infrastructure: 'openstack',
  podNetwork: '172.29.200.0/22',
  kubernetesVersion: 'v1.33.5',
};
const EXTERNAL = { id: 'net-public', name: 'public' };
/** Adds an external network to the facts of a tenant. Only some plans need external networks. */
export const withNetworks = (tenant: TenantFacts): TenantFacts => ({ ...tenant, externalNetworks: [EXTERNAL] });

export const aTemplateSpec = (fields: Partial<TemplateSpec> = {}): TemplateSpec =>
  templateSpec.parse({
    imageId: facts.images[0]?.name ?? '',
    flavorId: facts.flavors[0]?.name ?? '',
    externalNetworkId: EXTERNAL.name,
    ...fields,
  });

/** A request for three control plane machines and two workers. */
export const aClusterApiRequest = (fields: Partial<ClusterApiRequest> = {}): ClusterApiRequest => ({
  ...{ templateUuid: aUuid(), masterCount: 3, nodeCount: 2, spec: aTemplateSpec() },
  ...fields,
});

export const clusterApiOrder = (fields: Partial<OrderAttributes> = {}): OrderAttributes =>
  someOrderAttributes(facts, { nodes: [], clusterApi: aClusterApiRequest(), ...fields });

export const someClusterApiSettings = (fields: Partial<ClusterApiSettings> = {}): ClusterApiSettings => ({
  ...aRecord(),
  type: 'ClusterAPI',
  name: 'management-1',
  state: 'OK',
  errorMessage: '',
  options: clusterApiOptions.parse({ backendUrl: 'https://management.example.org:6443' }),
  ...fields,
});
