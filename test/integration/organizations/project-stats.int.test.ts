import { beforeEach, describe, expect, test } from 'vitest';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { summaryOf } from '#shared/domain/nodes/node';
import { begunUsage } from '#shared/domain/usage/component-usage';
import { aCluster, aNode, aResource } from '#test/builders/builders';
import { type Market, openMarket } from '../_worlds/market.ts';

let market: Market;
beforeEach(async () => {
  market = await openMarket();
});
async function clusterWith(fields: Partial<Cluster>): Promise<Cluster> {
  const { store, customerUuid, projectUuid } = market;
  const cluster = aCluster({ customerUuid, projectUuid, state: 'OK', nodes: [], ...fields });
  await store.commit(store.clusters.insert(cluster));
  return cluster;
}
const stats = async () => (await market.ask('GET', `projects/${market.projectUuid}/stats/`, market.people.member)).body;
const FIGURES = {
  capacity: { cpu: '24', memory: '47973Mi', pods: '330' },
  requested: { cpu: '1450m', memory: '884Mi', pods: '13' },
};

describe('the sums of a project', () => {
  test('are those of its clusters, and of no other project’s', async () => {
    await clusterWith({ ...FIGURES, nodes: [summaryOf(aNode()), summaryOf(aNode())] });
    await clusterWith(FIGURES);
    await clusterWith({ capacity: {}, requested: {} });
    await clusterWith({ ...FIGURES, projectUuid: 'f'.repeat(32) });
    expect(await stats()).toEqual({
      ...{ clusters: 3, clusters_summed: 3, clusters_without_figures: 1, nodes: 2 },
      capacity: { cpu: '48', memory: '95946Mi', pods: '660' },
      requested: { cpu: '2900m', memory: '1768Mi', pods: '26' },
      components: [],
    });
  });

  test('have what its clusters have used this month, by offering and component as Waldur has it', async () => {
    const { store, clock, customerUuid, projectUuid } = market;
    const resource = aResource({ customerUuid, projectUuid });
    const now = clock.now();
    const since = new Date(now.getTime() - 3_600_000);
    await store.commit(store.usages.insert(begunUsage(resource, { type: 'cpu_hours', rate: 8, since, now: since })));
    const { offeringUuid: offering_uuid, offeringName: offering_name } = resource;
    const nothing = { usage_terminated: 0, limit: 0, limit_usage: 0, limit_usage_terminated: 0 };
    const cpu = { type: 'cpu_hours', name: 'CPU hours', description: '', measured_unit: 'vCPU-hours' };
    expect(await stats()).toMatchObject({
      components: [{ ...cpu, billing_type: 'usage', usage: 8, ...nothing, offering_uuid, offering_name }],
    });
  });

  test('follow a cluster with changing figures, and forget one that goes', async () => {
    const { store, clock } = market;
    const [grown, gone] = [await clusterWith(FIGURES), await clusterWith(FIGURES)];
    await store.commit(
      store.clusters.replace(changed(grown, clock.now(), { capacity: { ...FIGURES.capacity, cpu: '32' } })),
      store.clusters.remove(gone),
    );
    expect(await stats()).toMatchObject({ clusters: 1, capacity: { cpu: '32', pods: '330' } });
  });

  test('are hidden from who does not see the project', async () => {
    const path = `projects/${market.projectUuid}/stats/`;
    expect(await market.statusOf('GET', path, market.people.outsider)).toBe(404);
  });
});
