import { describe, expect, test } from 'vitest';
import { cachedBackends } from '#shared/app/reconciliation/cached-backends';
import type { DriverName } from '#shared/domain/_core/cluster-driver';
import { driverName } from '#shared/domain/_core/cluster-driver';
import { driverOf } from '#shared/drivers/registry';
import { clusterContract, type MadeCluster } from '#test/contracts/drivers/driver.contract';
import {
  clusterOf,
  joinMachines,
  machinesFound,
  nodesOf,
  orderWithServers,
  stepWorldPerFile,
} from '../_worlds/step-world.ts';
import { deleteAll, leaving } from './deletion.ts';

const world = await stepWorldPerFile();

/** Machines of our own, beside those of another cluster of ours and of a server that is nobody's. */
async function rancherCustomCluster(): Promise<MadeCluster> {
  const { store, openstack, settings, demo, cloud, rancherSimulator } = world;
  await orderWithServers(world);
  const begun = await orderWithServers(world);
  await joinMachines(world, begun);
  await machinesFound(world, begun);
  for (const simulator of [cloud, rancherSimulator]) await simulator.ignoreSelectors(true);
  return {
    cluster: await clusterOf(world, begun),
    nodes: await nodesOf(world, begun),
    session: await openstack.open(demo.tenant),
    rancher: await world.rancher.open(settings),
    backends: cachedBackends({ store, openstack, rancher: world.rancher }, { areMany: false }),
    remove: async () => deleteAll(world, await leaving(world, begun)),
  };
}

/** A driver without a cluster to try it on does not compile. */
const MAKERS: Readonly<Record<DriverName, () => Promise<MadeCluster>>> = { 'rancher-custom': rancherCustomCluster };

describe.each(driverName.options)('a cluster of %s', (name) => {
  let made: MadeCluster | undefined;
  test('is made beside those of others', async () => {
    made = await MAKERS[name]();
  });
  clusterContract(driverOf({ driver: name }), () => made ?? expect.fail('no cluster was made'));
});
