import { afterEach, expect } from 'vitest';
import { z } from 'zod';
import type { Answered, Person } from '../../_worlds/api-under-test.ts';
import { managedStockPerTest, type OpenedManaged } from '../../_worlds/managed-stock.ts';
import { buildTenants, removeProjects } from '../../infrastructure/built-infrastructure.ts';

export const COLLECTION = 'managed-rancher-cluster-resources/';
const shownNode = z.looseObject({
  ...{ uuid: z.string(), name: z.string(), role: z.string(), state: z.string() },
  initial_data: z.looseObject({ flavor: z.string(), tenant: z.string(), system_volume_size: z.number() }),
});
type Adding = { body?: unknown; person?: Person; key?: string };

/** A managed cluster in state OK, with a tenant in each of `clouds` clouds. */
async function builtIn({ market, stock }: OpenedManaged, clouds: number, fields: object) {
  const openstack_offering_uuid_list = stock.zones.slice(0, clouds).map(({ uuid }) => uuid);
  const { clusterUuid, resourceUuid } = await stock.place({ openstack_offering_uuid_list, ...fields });
  const { tenants } = await buildTenants(market, clusterUuid);
  const { settingsUuid } = await market.store.tenants.get(tenants[0] ?? '');
  const add = ({ body = { role: 'agent' }, person = market.people.owner, key }: Adding = {}): Promise<Answered> => {
    const headers = key === undefined ? {} : { 'Idempotency-Key': key };
    return market.ask('POST', `${COLLECTION}${resourceUuid}/add_node/`, { ...person, body, headers });
  };
  return {
    ...{ clusterUuid, resourceUuid, tenants, settingsUuid, add },
    async added(adding?: Adding) {
      const answer = await add(adding);
      expect(answer).toMatchObject({ status: 202 });
      return shownNode.parse(answer.body);
    },
    rows: async () => ({
      cluster: await market.store.clusters.get(clusterUuid),
      tenants: await market.store.clusterTenants.listByCluster(clusterUuid),
      nodes: await market.store.nodes.listByCluster(clusterUuid),
    }),
  };
}

/**
 * Sets up the offerings for managed clusters before each test. Returns a function that builds a cluster. After the
 * test, the cluster's OpenStack projects are deleted.
 */
export function growingClusterPerTest(use: (opened: OpenedManaged) => void) {
  let opened: OpenedManaged | undefined;
  let settingsUuid: string | undefined;
  managedStockPerTest((now) => {
    opened = now;
    use(now);
  });
  afterEach(async () => {
    await opened?.cloud.simulator.clearFaults();
    if (opened && settingsUuid !== undefined) await removeProjects(opened.market, settingsUuid);
    settingsUuid = undefined;
  });
  return async (clouds = 1, fields: object = {}) => {
    const cluster = await builtIn(opened ?? expect.fail('nothing is on sale'), clouds, fields);
    ({ settingsUuid } = cluster);
    return cluster;
  };
}
