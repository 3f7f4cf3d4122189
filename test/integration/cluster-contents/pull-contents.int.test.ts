import { expect, test } from 'vitest';
import { z } from 'zod';
import { aCluster } from '#test/builders/builders';
import { anActiveCluster } from '#test/contracts/rancher/an-active-cluster';
import { contentsIn } from '#test/contracts/rancher/contents-in';
import { joinAsAgent } from '#test/contracts/rancher/join-as-agent';
import type { OpenedRancher } from '#test/contracts/rancher/rancher-under-test';
import type { Simulator } from '#test/contracts/start-simulator';
import type { Market } from '../_worlds/market.ts';
import { rancherMarketPerTest } from '../_worlds/rancher-market.ts';

let simulator: Simulator;
let opened: OpenedRancher;
let market: Market;
let settingsUuid: string;
rancherMarketPerTest((now) => {
  ({ simulator, opened, market, settingsUuid } = now);
});

const named = z.array(z.object({ name: z.string(), project_name: z.string() }));

test('a pull of a cluster by its owner lists in Paddock what Rancher has in it (S0-215, S0-216)', async () => {
  const joinMachine = (token: string, name: string) => joinAsAgent(simulator.url, token, name);
  const backend = { ...opened.backend, joinMachine };
  const backendId = (await anActiveCluster({ ...opened, backend })) ?? expect.fail('machines can be played here');
  const { store, customerUuid, projectUuid, people } = market;
  const place = { customerUuid, projectUuid, settingsUuid, backendId, managed: { networks: [], publicIps: [] } };
  const cluster = aCluster({ ...place, state: 'OK', runtimeState: 'active' });
  await store.commit(store.clusters.insert(cluster));
  const project = await opened.aProject(backendId, 'shop');
  const metadata = { name: 'shop', annotations: { 'field.cattle.io/projectId': project } };
  await contentsIn(backend, backendId).make('namespaces', { metadata });
  const pull = async () => (await market.ask('POST', `rancher-clusters/${cluster.uuid}/pull/`, people.owner)).status;
  const namespaces = async () => {
    const path = `rancher-namespaces/?o=name&cluster_uuid=${cluster.uuid}`;
    return named.parse((await market.ask('GET', path, people.member)).body);
  };
  expect(await namespaces()).toEqual([]);
  expect(await pull()).toBe(202);
  const shop = { name: 'shop', project_name: 'shop' };
  // Rancher creates the namespace `local` in every cluster. This namespace belongs to no project.
  const local = { name: 'local', project_name: '' };
  expect(await namespaces()).toEqual([{ name: 'default', project_name: 'Default' }, local, shop]);
});
