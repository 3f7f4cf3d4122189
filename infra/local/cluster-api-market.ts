import { z } from 'zod';
import { type AccountCloud, sampleCloud, tenantByAccount } from './account-tenant.ts';
import { apiClient } from './api-client.ts';
import type { Endpoints } from './endpoints.ts';
import { OperatorError } from './operator-error.ts';

const made = z.object({ uuid: z.string() });
const checked = z.looseObject({ state: z.string() });

/** The values that Paddock needs to call the Kubernetes API of a management cluster. */
export type ManagementAddress = { url: string; token: string; ca: string; namespace: string };
/** Uuids of all objects that a customer needs to order a cluster of Cluster API. */
export type ClusterApiMarket = { settings: string; offering: string; template: string; tenant: string };

const announced = z.object({
  ...{ https_url: z.string(), token: z.string(), ca_certificate: z.string(), namespace: z.string() },
});
/** The address of a simulated management cluster, from the line that it printed. */
export function simulatedManagement(printed: unknown): ManagementAddress {
  const { https_url: url, token, ca_certificate: ca, namespace } = announced.parse(printed);
  return { url, token, ca, namespace };
}

type ToSell = {
  /** The cloud of the tenant. By default, the cloud of the sample data. */
  cloud?: AccountCloud;
  /** The kind of machines. By default, machines exist only in the memory of the management cluster. */
  infrastructure?: 'in-memory' | 'openstack';
};

/**
 * Sets up the sale of clusters of this management cluster. Creates a provider, an offering, a template, and a tenant.
 * @throws OperatorError if Paddock cannot use the management cluster
 */
export async function sellClusterApi(
  endpoints: Endpoints,
  { url: backend_url, token, ca: ca_certificate, namespace }: ManagementAddress,
  { cloud = sampleCloud(endpoints), infrastructure = 'in-memory' }: ToSell = {},
): Promise<ClusterApiMarket> {
  const { sample } = endpoints;
  const staff = apiClient(endpoints.api, endpoints.tokens.staff);
  const create = async (path: string, body: object) => (await staff.post(path, body, made)).uuid;
  const options = { backend_url, token, ca_certificate, namespace, infrastructure };
  const settings = await create('service-settings/', { type: 'ClusterAPI', name: 'Management', options });
  const found = await staff.post(`service-settings/${settings}/check/`, {}, checked);
  if (found.state !== 'OK')
    throw new OperatorError(`Paddock cannot use the management cluster at ${backend_url}: ${JSON.stringify(found)}`);
  const offering = await create('marketplace-provider-offerings/', {
    ...{ name: 'Kubernetes by Cluster API', customer: sample.customer, type: 'Rancher' },
    ...{ service_settings: settings, plugin_options: { driver: 'cluster-api' }, plans: [{ name: 'Default' }] },
  });
  await staff.post(`marketplace-provider-offerings/${offering}/activate/`, {}, z.unknown());
  // The sample data has no manifest of the Manila CSI driver, so this template switches the driver off.
  const labels = { kube_tag: 'v1.33.5', manila_csi_enabled: 'false' };
  const template = await create('cluster-api-templates/', {
    ...{ name: 'Kubernetes 1.33', project: sample.project, image_id: 'ubuntu-2204-kube-v1.33.5' },
    ...{ flavor_id: 'm1.medium', external_network_id: 'public', labels },
  });
  return { settings, offering, template, tenant: await tenantByAccount(endpoints, cloud) };
}

/** The body of an order for a cluster with one control plane machine and two workers. */
export const clusterApiOrder = (
  { offering, template, tenant }: ClusterApiMarket,
  { sample }: Endpoints,
  name: string,
) => ({
  ...{ offering, project: sample.project },
  attributes: { name, tenant, cluster_api_template: template, master_count: 1, node_count: 2 },
});
