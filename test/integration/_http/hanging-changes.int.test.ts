import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import { changed } from '#shared/domain/_core/record';
import { argocdLabels, argocdSecretName, clusterNameClaim } from '#shared/domain/planning/naming';
import { connectedArgocd } from '#shared/runtime/wiring/backends';
import { aCluster, aNode, aNodeSpec } from '#test/builders/builders';
import { anImportedCluster } from '#test/contracts/rancher/rancher-under-test';
import type { Simulator } from '#test/contracts/start-simulator';
import type { Asked } from '../_worlds/api-under-test.ts';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import type { OpenedManaged } from '../_worlds/managed-stock.ts';
import { type Market, rancherOptions, type StockedMarket, stockedMarketPerTest } from '../_worlds/market.ts';
import { type RancherMarket, rancherMarketPerTest } from '../_worlds/rancher-market.ts';
import { COLLECTION, growingClusterPerTest } from '../clusters/_worlds/growing-cluster.ts';
import { standingCluster } from '../clusters/_worlds/standing-cluster.ts';
import { aMachine } from '../nodes/a-machine.ts';
import { askShortly, expectLate, writesDuring } from './hanging-answers.ts';

type Case = {
  market: Market;
  simulator: Simulator;
  /** The path that hangs. By default every path hangs. */
  path?: string;
  slow: string;
  request: readonly [method: string, address: string, asked: Asked];
  /** The number of writes before a backend is called. It is 0 unless the request is recorded first. */
  writes?: number;
  good: number;
};

const late = (product: string) => `${product} did not answer in time, try again later\\.`;

/** Expects an answer in time while the backend hangs. The same request succeeds once the backend answers again. */
async function expectPatience({ market, simulator, path = '.', slow, request, writes = 0, good }: Case) {
  await simulator.plan({ kind: 'hang', path });
  const written = await writesDuring(market, async () => expectLate(await askShortly(market, ...request), slow));
  await simulator.clearFaults();
  expect(written).toBe(writes);
  const again = await market.ask(...request);
  expect(again).toMatchObject({ status: good });
}

describe('in a tenant of a cloud that does not answer', () => {
  let opened: StockedMarket;
  stockedMarketPerTest((now) => {
    opened = now;
  });
  afterEach(() => opened.cloud.simulator.clearFaults());
  const inCloud = () => ({ market: opened.market, simulator: opened.cloud.simulator });

  test('a node is not replaced, and is when it answers', async () => {
    const { uuid, of } = await standingCluster(opened);
    const asked = { ...opened.market.people.owner, body: { node: of('server').uuid } };
    const request = ['POST', `rancher-clusters/${uuid}/replace_node/`, asked] as const;
    // Flavors, images, volume types and networks are requested at the same time. Any of the four can be the first to
    // time out.
    const slow = late('(Nova|Glance|Cinder|Neutron)');
    await expectPatience({ ...inCloud(), slow, request, good: 202 });
  });

  test('no security group for management is made; that one is to be is written first', async () => {
    const { market, stocked } = opened;
    const { store, customerUuid, projectUuid, people } = market;
    const options = { ...rancherOptions(), management_tenant_uuid: stocked.tenant };
    const body = { type: 'Rancher', name: 'rancher-9', options };
    const { uuid: settingsUuid } = await market.create('service-settings/', people.staff, body);
    const cluster = aCluster({ customerUuid, projectUuid, settingsUuid, state: 'OK' });
    await store.commit(store.clusters.insert(cluster));
    const asked = { ...people.owner, body: [{ cidr: '192.168.77.0/24' }] };
    const address = `rancher-clusters/${cluster.uuid}/create_management_security_group/`;
    const request = ['POST', address, asked] as const;
    await expectPatience({ ...inCloud(), slow: late('Neutron'), request, writes: 1, good: 201 });
  });

  test.each(['link', 'unlink'] as const)('no node is %sed', async (verb) => {
    const { market, stocked, cloud } = opened;
    const { store, customerUuid, projectUuid, people } = market;
    const cluster = aCluster({ customerUuid, projectUuid, state: 'OK' });
    const instance = await aMachine(cloud);
    const node = aNode({
      ...{ customerUuid, projectUuid, clusterUuid: cluster.uuid, state: 'OK' },
      ...{ spec: aNodeSpec({ tenantUuid: stocked.tenant }), instanceId: verb === 'link' ? '' : instance },
    });
    await store.commit(store.clusters.insert(cluster), store.nodes.insert(node));
    const asked = { ...people.staff, body: verb === 'link' ? { instance } : {} };
    const request = ['POST', `rancher-nodes/${node.uuid}/${verb}_openstack/`, asked] as const;
    await expectPatience({ ...inCloud(), slow: late('Nova'), request, good: 200 });
  });
});

describe('of a managed cluster while its cloud or Argo CD does not answer', () => {
  let opened: OpenedManaged;
  const built = growingClusterPerTest((now) => {
    opened = now;
  });
  let kubernetes: Simulator;
  beforeAll(async () => {
    kubernetes = await borrowSimulator('argocd');
  });
  afterAll(() => kubernetes.stop());
  afterEach(() => kubernetes.clearFaults());
  const inCloud = () => ({ market: opened.market, simulator: opened.cloud.simulator });

  test('no node is added, and one is when it answers', async () => {
    const { resourceUuid } = await built();
    const asked = { ...opened.market.people.owner, body: { role: 'agent' } };
    const request = ['POST', `${COLLECTION}${resourceUuid}/add_node/`, asked] as const;
    await expectPatience({
      ...inCloud(),
      slow: 'OpenStack offering AZ 1 .* cannot be checked: its cloud does not answer\\.',
      request,
      good: 202,
    });
  });

  test('the rules of a security group that are wanted are kept, and reach the tenants with the same call again', async () => {
    const { clusterUuid } = await built();
    const { store, people } = opened.market;
    const groups = await store.clusterSecurityGroups.listByCluster(clusterUuid);
    const { uuid } = groups.find(({ name }) => name === 'k8s_public') ?? expect.fail('there is no group');
    const body = { rules: [{ protocol: 'tcp', from_port: 443, to_port: 443, cidr: '198.51.100.0/24' }] };
    const request = ['PUT', `rancher-cluster-security-groups/${uuid}/`, { ...people.owner, body }] as const;
    await expectPatience({ ...inCloud(), slow: late('Keystone'), request, writes: 2, good: 200 });
    expect((await store.clusterSecurityGroups.get(clusterUuid, uuid)).state).toBe('OK');
  });

  test('options are not changed, and are when Argo CD answers', async () => {
    const { resourceUuid, clusterUuid } = await built();
    const { market, stock } = opened;
    const { store, secrets, stage, people } = market;
    const printed = z.object({ kubeconfig: z.string(), namespace: z.string() }).parse(kubernetes.printed);
    await stock.change({ argocd_k8s_kubeconfig: printed.kubeconfig, argocd_k8s_namespace: printed.namespace });
    const env = { type: 'select_string', label: 'Environment', choices: ['test', 'production'] };
    const offering = `marketplace-provider-offerings/${stock.order().offering}/update_resource_options/`;
    await market.ask('POST', offering, {
      ...people.staff,
      body: { resource_options: { order: [], options: { env } } },
    });
    const argocd = await connectedArgocd(secrets, stage).open(await rancherSettingsOf({ store }, stock.provider.uuid));
    await argocd?.putCluster({
      ...{ secretName: argocdSecretName(clusterUuid), name: 'prod', server: 'https://r', bearerToken: 't:s' },
      labels: argocdLabels(clusterUuid, false),
    });
    const asked = { ...people.owner, body: { options: { env: 'test' } } };
    const request = ['POST', `marketplace-resources/${resourceUuid}/update_options/`, asked] as const;
    await expectPatience({ market, simulator: kubernetes, slow: late('Argo CD'), request, good: 200 });
  });
});

describe('at a Rancher that does not answer', () => {
  let now: RancherMarket;
  rancherMarketPerTest((opened) => {
    now = opened;
  });

  test('the name of an imported cluster that is wanted is kept, and reaches it with the same call again', async () => {
    const { market, settingsUuid, opened, simulator } = now;
    const { store } = market;
    const inRancher = await anImportedCluster(opened);
    const cluster = await now.aClusterInRancher({
      ...{ backendId: inRancher.id, name: inRancher.name, imported: { publicIps: [] } },
    });
    const claim = clusterNameClaim(settingsUuid, cluster.name);
    await store.commit(store.claims.insert(claim, cluster.uuid, () => new Error('taken')));
    const asked = { ...market.people.owner, body: { name: `${inRancher.name}-2` } };
    const request = ['PATCH', `rancher-clusters/${cluster.uuid}/`, asked] as const;
    await expectPatience({ market, simulator, slow: late('Rancher'), request, writes: 1, good: 200 });
    expect((await opened.rancher.findCluster(inRancher.id))?.name).toBe(`${inRancher.name}-2`);
  });

  test('a node is not pulled, and is when it answers', async () => {
    const { market, settingsUuid, simulator } = now;
    const { store, customerUuid, projectUuid, people, clock } = market;
    const cluster = await now.aClusterInRancher();
    const place = { customerUuid, projectUuid, clusterUuid: cluster.uuid, settingsUuid };
    const node = aNode({ ...place, backendId: `${cluster.backendId}:m-1`, state: 'OK' });
    await store.commit(store.nodes.insert(changed(node, clock.now(), {})));
    const request = ['POST', `rancher-nodes/${node.uuid}/pull/`, people.owner] as const;
    await expectPatience({ market, simulator, slow: late('Rancher'), request, good: 202 });
  });
});
