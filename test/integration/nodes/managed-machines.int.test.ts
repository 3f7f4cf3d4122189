import { expect, test } from 'vitest';
import { z } from 'zod';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import { addressNumber } from '#shared/domain/planning/ipv4-network';
import { managedWorldPerFile, provision } from '../_worlds/managed-world.ts';
import { type Begun, EVENTUALLY, inCloud, requestServers, stateOf } from '../_worlds/step-world.ts';

const SIZES = {
  managed_rancher_server_flavor_name: 'm1.large',
  managed_rancher_server_system_volume_size_gb: 50,
  managed_rancher_server_system_volume_type_name: 'ssd',
  managed_rancher_server_data_volume_size_gb: 100,
  managed_rancher_server_data_volume_type_name: 'hdd',
  managed_rancher_worker_system_volume_size_gb: 30,
  managed_rancher_worker_system_volume_type_name: 'hdd',
  managed_rancher_load_balancer_flavor_name: 'm1.small',
  managed_rancher_load_balancer_system_volume_size_gb: 25,
  managed_rancher_load_balancer_system_volume_type_name: 'ssd',
  managed_rancher_load_balancer_data_volume_size_gb: 10,
  managed_rancher_load_balancer_data_volume_type_name: 'hdd',
};
const world = await managedWorldPerFile({
  zone: { pluginOptions: { external_network_id: 'public', storage_mode: 'dynamic' } },
  pluginOptions: SIZES,
  attributes: () => ({
    ...{ workerNodesDataVolumeSizeMb: 20_480, workerNodesDataVolumeTypeName: 'ssd', installLonghorn: true },
    ...{ workerNodesLonghornVolumeSizeMb: 40_960, workerNodesLonghornVolumeTypeName: 'hdd' },
  }),
});

const server = z.looseObject({ id: z.string(), name: z.string(), flavor: z.string(), status: z.string() });
const volumes = z.array(z.object({ size: z.number(), volume_type: z.string() }));
const ports = z.array(z.object({ name: z.string(), fixed_ips: z.array(z.object({ ip_address: z.string() })) }));

async function built() {
  const begun = await world.order(2);
  await provision(world, begun);
  await planNodes.run(world.deps, begun.target);
  await expect.poll(() => ensureCluster.run(world.deps, begun.target), EVENTUALLY).toEqual({ ready: true });
  await requestServers(world, begun);
  const servers = async () => z.array(server).parse(await inCloud(world, 'servers', begun.target.clusterUuid));
  const building = async () => (await servers()).filter(({ status }) => status !== 'ACTIVE');
  await expect.poll(building, EVENTUALLY).toEqual([]);
  return { begun, servers: await servers() };
}
async function portsOf(begun: Begun) {
  const { made } = await world.tenantOf(begun);
  const { ports: all = [] } = await stateOf(world.cloud);
  return ports.parse(all.filter(({ network_id }) => network_id === made.networkId));
}

test('Nova and Cinder have the machines that were ordered: three servers, the workers and a load balancer, with their flavors, volumes and types, at their addresses (S0-227, S0-228, S0-229, S0-230, S0-231, S0-232, S0-233, S0-234, S0-235, S0-236, S0-237, S0-238, S0-245, S0-246, S0-247, S0-250, S0-251, S0-323, S0-330, S0-331, S0-332, S0-333, S0-334, S0-335, S0-347)', async () => {
  const { begun, servers } = await built();
  const of = (part: string) => servers.filter(({ name }) => name.includes(part));
  const volumesOf = async ({ id }: { id: string }) =>
    volumes
      .parse(await inCloud(world, 'volumes', id))
      .map(({ size, volume_type }) => `${size} ${volume_type}`)
      .sort();
  const made = async (part: string) => Promise.all(of(part).map(async (it) => [it.flavor, ...(await volumesOf(it))]));
  expect(servers).toHaveLength(6);
  expect(await made('-server-')).toEqual(Array.from({ length: 3 }, () => ['m1.large', '100 hdd', '50 ssd']));
  expect(await made('-agent-')).toEqual(Array.from({ length: 2 }, () => ['m1.medium', '20 ssd', '30 hdd', '40 hdd']));
  expect(await made('k8s-lb-')).toEqual([['m1.small', '10 hdd', '25 ssd']]);

  const { network } = await world.tenantOf(begun);
  const base = addressNumber(network.gatewayIp) ?? 0;
  const hostOf = (address = '') => (addressNumber(address) ?? 0) - base + 1;
  const hosts = (await portsOf(begun))
    .filter(({ name }) => name.includes('-rancher-node-'))
    .map(({ fixed_ips }) => hostOf(fixed_ips[0]?.ip_address));
  expect(hosts).toHaveLength(5);
  for (const host of hosts) expect(host).toSatisfy((number: number) => number >= 11 && number <= 200);
});
