import { describe, expect, test } from 'vitest';
import { cachedBackends } from '#shared/app/reconciliation/cached-backends';
import type { DriverName } from '#shared/domain/_core/cluster-driver';
import { driverName } from '#shared/domain/_core/cluster-driver';
import { driverOf } from '#shared/drivers/registry';
import { clusterContract, type MadeCluster } from '#test/contracts/drivers/driver.contract';
import { deletePools, letCreateCredentials, poolsOf, runningPools } from '../_worlds/pool-world.ts';
import {
  type Begun,
  clusterOf,
  joinMachines,
  machinesFound,
  nodesOf,
  orderWithServers,
  stepWorldPerFile,
} from '../_worlds/step-world.ts';
import { deleteAll, leaving } from './deletion.ts';

const world = await stepWorldPerFile();

/**
 * The cluster and its backends. The simulators ignore the selectors in requests, so drivers also see foreign objects.
 */
async function madeIn(begun: Begun) {
  const { store, openstack, clusterApi, clock, settings, demo, cloud, rancherSimulator } = world;
  for (const simulator of [cloud, rancherSimulator]) await simulator.ignoreSelectors(true);
  return {
    cluster: await clusterOf(world, begun),
    session: await openstack.open(await store.tenants.get(demo.tenant.uuid)),
    rancher: await world.rancher.open(settings),
    backends: cachedBackends({ store, openstack, rancher: world.rancher, clusterApi, clock }, { areMany: false }),
  };
}

/**
 * A cluster on servers that Paddock creates. The cloud also has the servers of another Paddock cluster and one
 * unrelated server.
 */
async function rancherCustomCluster(): Promise<MadeCluster> {
  await orderWithServers(world);
  const begun = await orderWithServers(world);
  await joinMachines(world, begun);
  await machinesFound(world, begun);
  const nodes = await nodesOf(world, begun);
  return {
    ...(await madeIn(begun)),
    ...{ nodes, serverIds: nodes.map(({ instanceId }) => instanceId) },
    remove: async () => deleteAll(world, await leaving(world, begun)),
  };
}

/**
 * A cluster with two pools. Rancher has created the machines of the pools. Another cluster has pools with the same
 * specification.
 */
async function rancherPoolsCluster(): Promise<MadeCluster> {
  await letCreateCredentials(world);
  await runningPools(world, poolsOf(world));
  const begun = await runningPools(world, poolsOf(world));
  const made = await madeIn(begun);
  const machines = await made.rancher.listPoolMachines(made.cluster);
  const names = new Set(machines.map(({ serverName }) => serverName));
  const servers = (await made.session.listServers()).filter(({ name }) => names.has(name));
  expect(servers).toHaveLength(3);
  return {
    ...made,
    ...{ nodes: [], serverIds: servers.map(({ id }) => id) },
    remove: async () => {
      await deletePools(world, begun);
    },
  };
}

/** The type requires an entry for each new driver. Clusters of Cluster API are tested in `cluster-api`. */
const MAKERS: Readonly<Record<Exclude<DriverName, 'cluster-api'>, () => Promise<MadeCluster>>> = {
  'rancher-custom': rancherCustomCluster,
  'rancher-pools': rancherPoolsCluster,
};

const IN_RANCHER = driverName.exclude(['cluster-api']);
describe.each(IN_RANCHER.options)('a cluster of %s', (name) => {
  let made: MadeCluster | undefined;
  test('is made beside those of others', async () => {
    made = await MAKERS[name]();
  });
  clusterContract(driverOf({ driver: name }), () => made ?? expect.fail('no cluster was made'));
});
