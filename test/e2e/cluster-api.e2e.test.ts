import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '#infra/local/until';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { tenantByAccount } from './_worlds/pooled-orders.ts';

const { endpoints } = ownCloud();
const { sample } = endpoints;
const owner = personAt(endpoints, 'owner');
const staff = personAt(endpoints, 'staff');

let management: Simulator;
beforeAll(async () => {
  management = await startSimulator('cluster-api');
  await management.setDelays({ pace: 0.01 });
});
afterAll(() => management.stop());

const printed = z.object({ token: z.string(), ca_certificate: z.string(), namespace: z.string() });
const row = z.looseObject({ uuid: z.string() });

async function made(path: string, body: object): Promise<string> {
  const answer = await staff.call('POST', path, body);
  expect(answer).toMatchObject({ status: 201 });
  return row.parse(answer.body).uuid;
}

/** A provider with its management side, its offering, and a template: all that a customer needs to order. */
async function sold() {
  const { token, ca_certificate, namespace } = printed.parse(management.printed);
  const options = { backend_url: management.httpsUrl, token, ca_certificate, namespace, infrastructure: 'in-memory' };
  const settings = await made('service-settings/', { type: 'ClusterAPI', name: 'Management', options });
  const offering = await made('marketplace-provider-offerings/', {
    ...{ name: 'Kubernetes by Cluster API', customer: sample.customer, type: 'Rancher' },
    ...{ service_settings: settings, plugin_options: { driver: 'cluster-api' }, plans: [{ name: 'Default' }] },
  });
  await staff.call('POST', `marketplace-provider-offerings/${offering}/activate/`);
  const template = await made('cluster-api-templates/', {
    ...{ name: 'Kubernetes 1.33', project: sample.project, image_id: 'ubuntu-2204-kube-v1.33.5' },
    ...{ flavor_id: 'm1.medium', external_network_id: 'public', labels: { kube_tag: 'v1.33.5' } },
  });
  const tenant = await tenantByAccount(endpoints, {
    ...{ rancherSettings: sample.rancher_settings, cloudSettings: sample.openstack_settings },
    demoTenant: sample.tenants.demo ?? '',
  });
  return { settings, offering, template, tenant };
}

test('a cluster of Cluster API is ordered by a template, pulled, used, and terminated without a trace (S3-001, S3-022, S3-024, S3-027, S3-029)', async () => {
  const { settings, offering, template, tenant } = await sold();
  expect(await staff.call('POST', `service-settings/${settings}/check/`)).toMatchObject({
    ...{ status: 200, body: { state: 'OK' } },
  });
  const placed = await owner.place({
    ...{ offering, project: sample.project },
    attributes: { name: 'by-template', tenant, cluster_api_template: template, master_count: 1, node_count: 2 },
  });
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  const path = `rancher-clusters/${placed.resource_uuid}/`;
  expect((await owner.call('GET', path)).body).toMatchObject({
    ...{ state: 'OK', runtime_state: 'active', backend_id: expect.stringMatching(/^kube-[a-z0-9]{10}$/) },
  });
  expect(await owner.call('POST', `${path}pull/`)).toMatchObject({ status: 202 });

  const { body: kubeconfig } = await owner.call('POST', `${path}kubeconfig/`, {});
  expect(kubeconfig).toMatchObject({ config: expect.stringContaining('client-certificate-data') });

  const resource = `marketplace-resources/${placed.marketplace_resource_uuid}/`;
  const { body } = await owner.call('POST', `${resource}terminate/`, {});
  const { order_uuid } = z.object({ order_uuid: z.string() }).parse(body);
  expect(await owner.ended(order_uuid)).toMatchObject({ state: 'done', error_message: '' });
  const wait = { tooLate: 'The cluster is still there.', timeoutMs: 20_000, intervalMs: 100 };
  await until(wait, async () => ((await owner.call('GET', path)).status === 404 ? true : undefined));
}, 240_000);
