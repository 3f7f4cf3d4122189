import { expect } from 'vitest';
import { z } from 'zod';
import { syncContents } from '#shared/app/cluster-contents/sync-contents';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { connectedRancher } from '#shared/runtime/wiring/backends';
import { aCluster } from '#test/builders/builders';
import { anActiveCluster } from '#test/contracts/rancher/an-active-cluster';
import { contentsIn } from '#test/contracts/rancher/contents-in';
import { joinAsAgent } from '#test/contracts/rancher/join-as-agent';
import { objectsIn } from '#test/contracts/rancher/objects-in';
import type { Person } from '../_worlds/api-under-test.ts';
import { putKubernetesBehind } from '../_worlds/given-kubernetes.ts';
import { type RancherMarket, rancherMarketPerTest } from '../_worlds/rancher-market.ts';

type World = Pick<RancherMarket, 'simulator' | 'opened' | 'market' | 'settingsUuid'>;
/**
 * A cluster that Rancher can reach, with a project `shop` and a namespace `shop`. The namespace contains sample
 * objects: workloads, a service, an ingress and an autoscaler.
 */
export type Shop = World & {
  cluster: Cluster;
  /** Access to the cluster's Kubernetes API with the rights of the cluster's owner. */
  inside: ReturnType<typeof objectsIn>;
  listed(collection: string, name: string): Promise<Listed | undefined>;
  /** Sends a request as the owner, or as `person` if given. */
  send(method: string, path: string, body?: unknown, person?: Person): ReturnType<RancherMarket['market']['ask']>;
  pull(): Promise<void>;
};
const listed = z.looseObject({
  uuid: z.string(),
  url: z.string(),
  name: z.string(),
  namespace_name: z.string().optional(),
});
type Listed = z.infer<typeof listed>;

export async function openShop(world: World, fields: Partial<Cluster>): Promise<Shop> {
  const { simulator, opened, market, settingsUuid } = world;
  const joinMachine = (token: string, name: string) => joinAsAgent(simulator.url, token, name);
  const backend = { ...opened.backend, joinMachine };
  const backendId = (await anActiveCluster({ ...opened, backend })) ?? expect.fail('machines can be played here');
  await putKubernetesBehind(simulator, backendId);
  const { store, customerUuid, projectUuid, people } = market;
  const place = { customerUuid, projectUuid, settingsUuid, backendId };
  const cluster = aCluster({ ...place, state: 'OK', runtimeState: 'active', ...fields });
  await store.commit(store.clusters.insert(cluster));
  const project = await opened.aProject(backendId, 'shop');
  const steve = contentsIn(backend, backendId);
  const annotations = { 'field.cattle.io/projectId': project };
  await steve.make('namespaces', { metadata: { name: 'shop', annotations } });
  await steve.fillShop('shop');
  const send: Shop['send'] = (method, path, body, person = people.owner) =>
    market.ask(method, path, { ...person, ...(body !== undefined && { body }) });
  const deps = { store, clock: market.clock, rancher: connectedRancher(market.secrets, market.stage) };
  const shop: Shop = {
    ...{ ...world, cluster, send, inside: objectsIn(backend, backendId) },
    async listed(collection, name) {
      const { body } = await send('GET', `${collection}/?cluster_uuid=${cluster.uuid}&name_exact=${name}`);
      return z
        .array(listed)
        .parse(body)
        .find(({ namespace_name = 'shop' }) => namespace_name === 'shop');
    },
    pull: async () => void (await syncContents(deps, cluster)),
  };
  await shop.pull();
  return shop;
}

/** A shop with site settings that a test may change. */
export type ShopWithSite = Shop & Pick<RancherMarket, 'site'>;

/** Starts a simulated Rancher for the calling test file. The returned function creates a shop for one test. */
export function shopPerTest(): (fields?: Partial<Cluster>) => Promise<ShopWithSite> {
  let world: RancherMarket;
  rancherMarketPerTest((now) => {
    world = now;
  });
  return async (fields = {}) => ({ ...(await openShop(world, fields)), site: world.site });
}

export async function uuidIn({ listed: find }: Shop, collection: string, name: string): Promise<string> {
  return (await find(collection, name))?.uuid ?? expect.fail(`${name} is in ${collection}`);
}

/** A new administrator of the shop's project. */
export const administratorOf = ({ market: { person, projectUuid, customerUuid } }: Shop): Promise<Person> =>
  person({}, { role: 'PROJECT.ADMIN', scopeType: 'project', scopeUuid: projectUuid, customerUuid });
