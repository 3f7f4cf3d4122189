import { afterAll, beforeAll } from 'vitest';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { aCluster, aTenant } from '#test/builders/builders';
import { aMachinePools } from '#test/builders/pool-builders';
import { cloudBeside, type PoolCloud } from '#test/contracts/rancher/pools/cloud-beside';
import { orderedCluster, type PooledCluster, poolsIn, running } from '#test/contracts/rancher/pools/pooled-clusters';
import { type RancherMarket, rancherMarketPerTest } from '../_worlds/rancher-market.ts';

export type PoolsWorld = RancherMarket & {
  cloud: PoolCloud;
  /** A cluster in Rancher with one running server and two running workers. All tests of the file share the cluster. */
  made: PooledCluster;
  /** Inserts a record of the Rancher cluster into the store. The cluster gets a new tenant. */
  stored(cluster: PooledCluster, fields?: Partial<Cluster>): Promise<Cluster>;
};

/** Starts a simulated Rancher and a cloud for a test file. Call this at the top of the file. */
export function poolsWorldPerTest(use: (now: PoolsWorld) => void): void {
  let cloud: PoolCloud;
  let made: Promise<PooledCluster> | undefined;
  beforeAll(async () => {
    cloud = await cloudBeside();
  });
  afterAll(() => cloud.stop());

  rancherMarketPerTest(async (world) => {
    const pools = poolsIn(cloud, { workers: 2 });
    made ??= orderedCluster(world.opened, cloud, pools).then(async (cluster) => {
      await running(world.opened, cluster, 3);
      return cluster;
    });
    const { store, customerUuid, projectUuid } = world.market;
    async function stored({ id }: PooledCluster, fields: Partial<Cluster> = {}): Promise<Cluster> {
      const place = {
        customerUuid: fields.customerUuid ?? customerUuid,
        projectUuid: fields.projectUuid ?? projectUuid,
      };
      const tenant = aTenant(place);
      const cluster = aCluster({
        ...{ ...place, settingsUuid: world.settingsUuid, tenantUuid: tenant.uuid, state: 'OK', ...id },
        ...{ driver: 'rancher-pools', machinePools: aMachinePools(pools), ...fields },
      });
      await store.commit(store.tenants.insert(tenant), store.clusters.insert(cluster));
      return cluster;
    }
    use({ ...world, cloud, made: await made, stored });
  });
}
