import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { tenantContents } from '#infra/local/sample-data';
import { until } from '#infra/local/until';
import { personAt } from '#test/e2e/_worlds/customer';
import { offerPools } from '#test/e2e/_worlds/pooled-orders';
import type { MachineCloud } from './machine-cloud.ts';
import type { rancherAccess } from './pools-in-rancher.ts';

const made = z.object({ uuid: z.string() });
const named = z.array(z.object({ uuid: z.string(), name: z.string() }));
const shownPools = z.array(
  z.object({ ...{ uuid: z.string(), name: z.string(), quantity: z.number(), ready: z.number() } }),
);
const shownMachines = z.array(
  z.object({ ...{ name: z.string(), pool: z.string(), kind: z.string(), phase: z.string().nullable() } }),
);

/** An hour, because real machines boot, install Kubernetes and join. Machines with etcd join one after the other. */
export const PATIENCE_MS = 3_600_000;
const LOOK_MS = 5000;
const REPORT_MS = 30_000;

type Owner = ReturnType<typeof personAt>;
export const certifyingOwner = (endpoints: Endpoints): Owner =>
  personAt(endpoints, 'owner', { timeoutMs: PATIENCE_MS, intervalMs: LOOK_MS });

/**
 * Registers Rancher and the cloud, and creates an offering of clusters with pools.
 * @throws if the cloud lacks the flavor or the network
 */
export async function prepareMarket(endpoints: Endpoints, rancher: z.infer<typeof rancherAccess>, cloud: MachineCloud) {
  const { api, tokens, sample } = endpoints;
  const staff = apiClient(api, tokens.staff);
  const register = async (type: string, options: object) =>
    (await staff.post('service-settings/', { type, name: `${type} to certify`, options }, made)).uuid;
  const { auth_url: backend_url, region, account, project_id: backend_id } = cloud;
  const settings = await register('Rancher', {
    ...{ backend_url: rancher.url, username: rancher.access_key, password: rancher.secret_key },
    ...{ base_image_name: cloud.image, node_disk_driver: 'vd' },
  });
  const service_settings = await register('OpenStack', { backend_url, region, ...account });
  const place = { name: 'to-certify', project: sample.project, service_settings, backend_id };
  const tenant = (await staff.post('openstack-tenants/', place, made)).uuid;
  const { flavors } = await tenantContents(staff, tenant);
  const networks = await staff.get(`openstack-networks/?tenant_uuid=${tenant}`, named);
  const flavor = flavors[cloud.flavor];
  const network = networks.find(({ name }) => name === cloud.network)?.uuid;
  if (!flavor) throw new Error(`The cloud shows no flavor ${cloud.flavor}, but ${Object.keys(flavors).join(', ')}.`);
  if (!network)
    throw new Error(`The cloud shows no network ${cloud.network}, but ${networks.map(({ name }) => name).join(', ')}.`);
  return { settings, market: { offering: await offerPools(endpoints, settings), tenant, flavor, network } };
}

export type CertifiedCluster = { owner: Owner; uuid: string };

const path = ({ uuid }: CertifiedCluster) => `rancher-clusters/${uuid}/`;
export const readPools = async (cluster: CertifiedCluster) =>
  shownPools.parse((await cluster.owner.call('GET', `${path(cluster)}pools/`)).body);
export const readMachines = async (cluster: CertifiedCluster) =>
  shownMachines.parse((await cluster.owner.call('GET', `${path(cluster)}machines/?page_size=100`)).body);
export async function poolNamed(cluster: CertifiedCluster, name: string): Promise<string> {
  const pools = await readPools(cluster);
  const found = pools.find((pool) => pool.name === name);
  if (!found) throw new Error(`The cluster has no pool ${name}, but ${pools.map((pool) => pool.name).join(', ')}.`);
  return found.uuid;
}

/** Prints the cluster's current step every half a minute while the work goes on. */
export async function withProgress<T>({ owner, uuid }: CertifiedCluster, work: Promise<T>): Promise<T> {
  const beganMs = Date.now();
  const report = async () => {
    // A deleted cluster disappears before its order ends, so the request may fail.
    const step = await owner.cluster(uuid).then(
      ({ state, current_step }) => `${state} ${current_step}`,
      () => 'the cluster is not shown',
    );
    console.log(`${Math.round((Date.now() - beganMs) / 1000)} s: ${step}`);
  };
  const timer = setInterval(() => void report(), REPORT_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Sends a change of pools and waits until it has ended.
 * @throws Error with the API's answer, or with the cluster's error message
 */
export async function changed(cluster: CertifiedCluster, method: string, below: string, body?: object): Promise<void> {
  const { owner, uuid } = cluster;
  const answer = await owner.call(method, `${path(cluster)}${below}`, body);
  if (answer.status !== 202)
    throw new Error(`${method} ${below} was answered ${answer.status}, not 202: ${JSON.stringify(answer.body)}`);
  const tooLate = `The change by ${method} ${below} has not ended after ${PATIENCE_MS / 60_000} minutes.`;
  const over = until({ tooLate, timeoutMs: PATIENCE_MS, intervalMs: LOOK_MS }, async () => {
    const { state, last_error } = await owner.cluster(uuid);
    if (state === 'ERRED') throw new Error(`The change ended ERRED in ${last_error?.step}: ${last_error?.message}`);
    return state === 'OK' ? true : undefined;
  });
  await withProgress(cluster, over);
}
