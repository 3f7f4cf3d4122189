import { beforeEach, describe, expect, test } from 'vitest';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { aCluster, aNode, aNodeSpec } from '#test/builders/builders';
import { type Market, openMarket } from '../_worlds/market.ts';

let market: Market;
beforeEach(async () => {
  market = await openMarket();
});

const MADE = '2026-03-01T12:00:00.000Z';
async function standing(fields: Partial<Cluster> = {}) {
  const { store, customerUuid, projectUuid } = market;
  const place = { customerUuid, projectUuid };
  const cluster = aCluster({ ...place, state: 'OK', backendId: 'c-m-x7k2b9fd', ...fields });
  const spec = aNodeSpec({ name: 's1', role: 'server' });
  const node = { ...aNode({ ...place, clusterUuid: cluster.uuid, state: 'OK', spec }), created: MADE };
  await store.commit(store.clusters.insert(cluster), store.nodes.insert(node));
  const path = `rancher-clusters/${cluster.uuid}/`;
  return {
    node,
    certificates: (person = market.people.member) => market.ask('GET', `${path}certificates/`, person),
    rotate: (body: object, person = market.people.owner) =>
      market.ask('POST', `${path}rotate_certificates/`, { ...person, body }),
  };
}

describe('certificates of a cluster', () => {
  test('are shown with their earliest end to whoever sees the cluster, and to nobody else', async () => {
    const { node, certificates } = await standing();
    expect(await certificates()).toMatchObject({
      status: 200,
      body: {
        ...{ rotation: null, rotated_at: null, expires_at: '2027-03-01T12:00:00.000Z' },
        nodes: [
          { uuid: node.uuid, name: 's1', role: 'server', issued_at: MADE, expires_at: '2027-03-01T12:00:00.000Z' },
        ],
      },
    });
    expect((await certificates(market.people.outsider)).status).toBe(404);
  });

  test('are shown with the rotation that is running, and the last one', async () => {
    const rotatedAt = '2026-06-01T12:00:00.000Z';
    const { certificates } = await standing({
      ...{ state: 'UPDATING', certificatesRotatedAt: rotatedAt, certificateRotation: { services: ['kubelet'] } },
    });
    expect((await certificates()).body).toMatchObject({
      ...{ rotation: { services: ['kubelet'] }, rotated_at: rotatedAt, expires_at: '2027-06-01T12:00:00.000Z' },
    });
  });

  test('are rotated by who may, with services that there are', async () => {
    const { rotate } = await standing();
    expect((await rotate({}, market.people.member)).status).toBe(403);
    expect(await rotate({ services: ['kubelets'] })).toMatchObject({
      status: 400,
      body: { services: expect.anything() },
    });
    expect(await rotate({ service: ['kubelet'] })).toMatchObject({ status: 400, body: { service: expect.anything() } });
    const { rotate: ofErred } = await standing({ state: 'ERRED' });
    expect(await ofErred({})).toMatchObject({ status: 409 });
    const { rotate: ofUnknown } = await standing({ backendId: '' });
    expect(await ofUnknown({})).toMatchObject({ status: 400, body: ['Resource does not have backend ID.'] });
  });
});
