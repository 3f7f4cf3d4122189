import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { logInWithPassword } from '#test/contracts/openstack/cloud-admin';
import { pooledOrder, THREE_POOLS } from '#test/e2e/_worlds/pooled-orders';
import { retireProvider } from '#test/e2e/_worlds/retire-provider';
import { accountInventory } from './account-inventory.ts';
import { machineCloud } from './machine-cloud.ts';
import {
  type CertifiedCluster,
  certifyingOwner,
  changed,
  PATIENCE_MS,
  poolNamed,
  prepareMarket,
  readMachines,
  readPools,
  withProgress,
} from './pooled-cluster.ts';
import { isPlanned, objectsInRancher, rancherAccess } from './pools-in-rancher.ts';

const rancher = rancherAccess.parse(JSON.parse(process.env.PADDOCK_REAL_RANCHER ?? ''));
const cloud = machineCloud.parse(JSON.parse(process.env.PADDOCK_CERTIFY_CLOUD ?? ''));
const endpoints: Endpoints = JSON.parse(readFileSync(process.env.PADDOCK_REAL_ENDPOINTS ?? '', 'utf8'));
const owner = certifyingOwner(endpoints);
const NAME = 'certify-pools';
const LABEL = 'paddock.example.org/certified';

const planReply = z.object({
  errors: z.array(z.unknown()),
  objects: z.object({
    rancher: z.object({
      cluster: z.object({ name: z.string(), labels: z.record(z.string(), z.string()) }),
      pools: z.object({ cloud_credentials: z.array(z.string()), machine_configs: z.array(z.string()) }),
    }),
  }),
});

let prepared: Awaited<ReturnType<typeof prepareMarket>>;
let order: Awaited<ReturnType<typeof owner.place>>;
let planned: z.infer<typeof planReply>['objects']['rancher'];
let cluster: CertifiedCluster;

const account = () => {
  const { username, password, user_domain_name: name } = cloud.account;
  return logInWithPassword(cloud.auth_url, { username, password, domain: { name } }, { id: cloud.project_id });
};
let before: Awaited<ReturnType<typeof accountInventory>>;

beforeAll(async () => {
  before = await accountInventory(await account());
  prepared = await prepareMarket(endpoints, rancher, cloud);
});
afterAll(() => retireProvider(endpoints, prepared.settings));

const labelsOf = (uuid: string) =>
  Object.fromEntries(
    Object.entries(planned.cluster.labels).map(([key, value]) => [key, value.replace('{cluster_uuid}', uuid)]),
  );
const inRancher = () => objectsInRancher(rancher, planned.cluster.name, labelsOf(cluster.uuid));
const namesIn = async (pool: string) =>
  (await readMachines(cluster)).filter((machine) => machine.pool === pool).map(({ name }) => name);

test(
  'an order of three pools becomes a running cluster, of exactly the objects that its dry run names (S2-031)',
  async () => {
    const body = pooledOrder(prepared.market, endpoints, NAME);
    const plan = planReply.parse((await owner.call('POST', 'marketplace-orders/plan/', body)).body);
    expect(plan.errors, 'what the dry run of the order finds').toEqual([]);
    planned = plan.objects.rancher;
    order = await owner.place(body);
    cluster = { owner, uuid: order.resource_uuid ?? '' };
    expect(await withProgress(cluster, owner.ended(order.uuid))).toMatchObject({ state: 'done', error_message: '' });
    const { pools, machineConfigs, credentials, cloudCredentialSecretName } = await inRancher();
    const { cloud_credentials, machine_configs } = planned.pools;
    expect(credentials, 'cloud credentials').toEqual(
      cloud_credentials.map((name) => name.replace('{cluster_uuid}', cluster.uuid)),
    );
    expect(cloudCredentialSecretName).toBe(`cattle-global-data:${credentials[0]}`);
    const unplanned = machineConfigs.filter((name) => !machine_configs.some((one) => isPlanned(one, name)));
    expect(unplanned, 'machine configs that were not planned').toEqual([]);
    expect(machineConfigs, 'machine configs').toHaveLength(machine_configs.length);
    expect(pools.map(({ name, quantity }) => [name, quantity])).toEqual(
      THREE_POOLS.map(({ name, quantity }) => [name, quantity]),
    );
    expect(pools.map(({ machineConfigRef }) => machineConfigRef.name).sort()).toEqual(machineConfigs.sort());
  },
  PATIENCE_MS,
);

test(
  'a pool gets one more machine, and loses the one that is chosen (S2-014)',
  async () => {
    const scale = `pools/${await poolNamed(cluster, 'workers')}/scale/`;
    await changed(cluster, 'POST', scale, { quantity: 3 });
    const [chosen = '', ...others] = await namesIn('workers');
    expect(others, 'workers besides the chosen one').toHaveLength(2);
    await changed(cluster, 'POST', scale, { quantity: 2, machines: [chosen] });
    expect((await namesIn('workers')).sort()).toEqual(others.sort());
  },
  PATIENCE_MS,
);

test(
  'labels are changed in place: every machine stays (S2-013)',
  async () => {
    const names = (await readMachines(cluster)).map(({ name }) => name);
    await changed(cluster, 'PATCH', `pools/${await poolNamed(cluster, 'workers')}/`, { labels: { [LABEL]: 'yes' } });
    const { pools } = await inRancher();
    expect(pools.find(({ name }) => name === 'workers')?.labels).toMatchObject({ [LABEL]: 'yes' });
    expect((await readMachines(cluster)).map(({ name }) => name).sort()).toEqual(names.sort());
  },
  PATIENCE_MS,
);

test(
  'a larger volume replaces every machine of its pool, and no other one (S2-008)',
  async () => {
    const [workers, servers] = [await namesIn('workers'), await namesIn('servers')];
    const body = { root_volume: { size: 66_560 } };
    await changed(cluster, 'PATCH', `pools/${await poolNamed(cluster, 'workers')}/`, body);
    const now = await namesIn('workers');
    expect(now, 'workers').toHaveLength(workers.length);
    expect(
      now.filter((name) => workers.includes(name)),
      'workers that were not replaced',
    ).toEqual([]);
    expect((await namesIn('servers')).sort()).toEqual(servers.sort());
    const { machineConfigs } = await inRancher();
    expect(machineConfigs, 'machine configs, without those of old forms').toHaveLength(THREE_POOLS.length);
  },
  PATIENCE_MS,
);

test(
  'a pool is deleted with its machine config (S2-010)',
  async () => {
    await changed(cluster, 'DELETE', `pools/${await poolNamed(cluster, 'spare')}/`);
    expect((await readPools(cluster)).map(({ name }) => name).sort()).toEqual(['servers', 'workers']);
    expect((await inRancher()).machineConfigs).toHaveLength(2);
  },
  PATIENCE_MS,
);

test(
  'the cluster’s termination leaves nothing in its project of the cloud (S2-010)',
  async () => {
    const terminated = owner.terminate(order.marketplace_resource_uuid);
    expect(await withProgress(cluster, terminated)).toMatchObject({ state: 'done', error_message: '' });
    const left = async () => accountInventory(await account());
    await expect.poll(left, { timeout: 60_000, interval: 2000 }).toEqual(before);
  },
  PATIENCE_MS,
);
