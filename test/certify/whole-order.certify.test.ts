import { readFileSync } from 'node:fs';
import { fetch as fetchWith } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { parseKubeconfig } from '#shared/domain/cluster-access/kubeconfig';
import { personAt } from '#test/e2e/_worlds/customer';
import { retireProvider } from '#test/e2e/_worlds/retire-provider';
import { agentTrusting } from '#test/network/trusting-agent';

const PATIENCE_MS = 900_000;
const access = z.object({ url: z.string(), access_key: z.string(), secret_key: z.string() });
const rancher = access.parse(JSON.parse(process.env.PADDOCK_REAL_RANCHER ?? ''));
const endpoints: Endpoints = JSON.parse(readFileSync(process.env.PADDOCK_REAL_ENDPOINTS ?? '', 'utf8'));
const owner = personAt(endpoints, 'owner', { timeoutMs: PATIENCE_MS });
const made = z.object({ uuid: z.string() });
let offering: string;
let settings: string;
let order: Awaited<ReturnType<typeof owner.place>>;

beforeAll(async () => {
  const staff = apiClient(endpoints.api, endpoints.tokens.staff);
  const options = {
    ...{ backend_url: rancher.url, username: rancher.access_key, password: rancher.secret_key },
    ...{ base_image_name: 'ubuntu-24.04', node_disk_driver: 'vd' },
  };
  settings = (await staff.post('service-settings/', { type: 'Rancher', name: 'To certify', options }, made)).uuid;
  const offer = {
    ...{ name: 'Kubernetes, to certify', customer: endpoints.sample.customer, type: 'Rancher' },
    ...{
      service_settings: settings,
      plugin_options: { deployment_mode: 'self_managed' },
      plans: [{ name: 'Default' }],
    },
  };
  offering = (await staff.post('marketplace-provider-offerings/', offer, made)).uuid;
  await staff.post(`marketplace-provider-offerings/${offering}/activate/`, {}, z.unknown());
});
afterAll(() => retireProvider(endpoints, settings));

test(
  'an order of a server and an agent becomes a running cluster in this Rancher',
  async () => {
    order = await owner.place({ ...owner.clusterOrder('certify', 1, 1), offering });
    expect(await owner.ended(order.uuid)).toMatchObject({ state: 'done', error_message: '' });
    const cluster = await owner.cluster(order.resource_uuid ?? '');
    expect(cluster).toMatchObject({ state: 'OK', last_error: null });
    for (const node of cluster.nodes) expect(node).toMatchObject({ state: 'OK', runtime_state: 'active' });
  },
  PATIENCE_MS,
);

test('the kubeconfig that its owner gets opens the cluster, and not Rancher', async () => {
  const { body } = await owner.call('POST', `rancher-clusters/${order.resource_uuid}/kubeconfig/`, {});
  const { server, caData, login } = parseKubeconfig(z.object({ config: z.string() }).parse(body).config);
  // The client trusts only the certificate in the kubeconfig.
  const dispatcher = agentTrusting(caData);
  const statusAt = async (address: string) => {
    const headers = { authorization: `Bearer ${'token' in login ? login.token : ''}` };
    return (await fetchWith(address, { headers, dispatcher, signal: AbortSignal.timeout(30_000) })).status;
  };
  expect(await statusAt(`${server}/version`)).toBe(200);
  for (const path of ['/v3/users', '/v3/settings/server-url', '/v1/secrets/fleet-default']) {
    expect(await statusAt(rancher.url + path)).toBeGreaterThanOrEqual(401);
  }
});

test(
  'its termination ends well',
  async () => {
    expect(await owner.terminate(order.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
  },
  PATIENCE_MS,
);
