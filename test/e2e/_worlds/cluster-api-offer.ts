import { expect } from 'vitest';
import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import type { Simulator } from '#test/contracts/start-simulator';
import { personAt } from './customer.ts';
import { type Backends, tenantByAccount } from './pooled-orders.ts';

/** A management side with Cluster API, as its operator gives it to Paddock. */
export type ManagementAddress = { url: string; token: string; ca: string; namespace: string };
export type ClusterApiOffer = { settings: string; offering: string; template: string; tenant: string };

/** How a simulated one is reached. */
export function simulatedManagement({ httpsUrl: url, printed: line }: Simulator): ManagementAddress {
  const { token, ca_certificate: ca, namespace } = printed.parse(line);
  return { url, token, ca, namespace };
}
const printed = z.object({ token: z.string(), ca_certificate: z.string(), namespace: z.string() });

const row = z.looseObject({ uuid: z.string() });

/** A provider with its management side, its offering, and a template: all that a customer needs to order. */
export async function offerClusterApi(
  endpoints: Endpoints,
  management: ManagementAddress,
  backends: Backends = ofSample(endpoints),
  infrastructure: 'in-memory' | 'openstack' = 'in-memory',
): Promise<ClusterApiOffer> {
  const { sample } = endpoints;
  const staff = personAt(endpoints, 'staff');
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await staff.call('POST', path, body);
    expect(answer).toMatchObject({ status: 201 });
    return row.parse(answer.body).uuid;
  };
  const { url: backend_url, token, ca: ca_certificate, namespace } = management;
  const options = { backend_url, token, ca_certificate, namespace, infrastructure };
  const settings = await made('service-settings/', { type: 'ClusterAPI', name: 'Management', options });
  expect(await staff.call('POST', `service-settings/${settings}/check/`)).toMatchObject({
    ...{ status: 200, body: { state: 'OK' } },
  });
  const offering = await made('marketplace-provider-offerings/', {
    ...{ name: 'Kubernetes by Cluster API', customer: sample.customer, type: 'Rancher' },
    ...{ service_settings: settings, plugin_options: { driver: 'cluster-api' }, plans: [{ name: 'Default' }] },
  });
  await staff.call('POST', `marketplace-provider-offerings/${offering}/activate/`);
  // Machines in memory have no cloud, and no add-ons.
  const labels = { kube_tag: 'v1.33.5', manila_csi_enabled: 'false' };
  const template = await made('cluster-api-templates/', {
    ...{ name: 'Kubernetes 1.33', project: sample.project, image_id: 'ubuntu-2204-kube-v1.33.5' },
    ...{ flavor_id: 'm1.medium', external_network_id: 'public', labels },
  });
  return { settings, offering, template, tenant: await tenantByAccount(endpoints, backends) };
}

/** The ConfigMaps with the manifests of add-ons, which an operator makes on the management side. */
export async function addAddOns({ url, printed: line }: Simulator): Promise<void> {
  const { token, namespace } = printed.parse(line);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const pod = { containers: [{ name: 'node', image: 'quay.io/calico/node:v3' }] };
  for (const name of ['paddock-calico-v3.32.1', 'paddock-cinder-csi-v1.32.0']) {
    const data = { 'all.yaml': JSON.stringify({ kind: 'DaemonSet', spec: { template: { spec: pod } } }) };
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
    const path = `${url}/api/v1/namespaces/${namespace}/configmaps`;
    expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(201);
  }
}

export const ofSample = ({ sample }: Endpoints): Backends => ({
  ...{ rancherSettings: sample.rancher_settings, cloudSettings: sample.openstack_settings },
  demoTenant: sample.tenants.demo ?? '',
});

/** The body of an order of a control plane machine and two workers. */
export const clusterApiOrder = (
  { offering, template, tenant }: ClusterApiOffer,
  { sample }: Endpoints,
  name: string,
) => ({
  ...{ offering, project: sample.project },
  attributes: { name, tenant, cluster_api_template: template, master_count: 1, node_count: 2 },
});
