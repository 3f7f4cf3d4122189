import { afterAll, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { aCluster } from '#test/builders/builders';
import { type OpenedRancher, openRancher } from '#test/contracts/rancher/rancher-under-test';
import type { Simulator } from '#test/contracts/start-simulator';
import { borrowSimulator } from './borrowed-simulator.ts';
import { type Market, openMarket, rancherOptions } from './market.ts';

export type RancherMarket = {
  simulator: Simulator;
  opened: OpenedRancher;
  market: Market;
  settingsUuid: string;
  site: SiteSettings;
  /** Stores a cluster of the market's project. By default the cluster is OK and exists in Rancher. */
  aClusterInRancher(fields?: Partial<Cluster>): Promise<Cluster>;
};

/** The output of a simulated Rancher at its start. */
export const rancherAccess = z.object({ access_key: z.string(), secret_key: z.string() });

/** Connects to a simulated Rancher and makes it fast for tests. */
export async function openSimulated(simulator: Simulator): Promise<OpenedRancher> {
  await simulator.setDelays({ pace: 0.01 });
  const { access_key: username, secret_key: password } = rancherAccess.parse(simulator.printed);
  return openRancher({ url: simulator.url, key: { username, password }, simulator, stop: simulator.stop });
}

/** Creates a provider in the market. The provider uses a simulated Rancher. */
export async function providerOf(market: Market, { simulator, opened }: Pick<RancherMarket, 'simulator' | 'opened'>) {
  const options = { ...rancherOptions(), backend_url: simulator.url, ...opened.backend.key };
  const { uuid: settingsUuid } = await market.create('service-settings/', market.people.staff, {
    ...{ type: 'Rancher', name: 'rancher-1', options },
  });
  const { store, customerUuid, projectUuid } = market;
  async function aClusterInRancher(fields: Partial<Cluster> = {}): Promise<Cluster> {
    const { id: backendId, name } = await opened.aManagedCluster();
    const cluster = aCluster({ customerUuid, projectUuid, settingsUuid, backendId, name, state: 'OK', ...fields });
    await store.commit(store.clusters.insert(cluster));
    return cluster;
  }
  return { settingsUuid, aClusterInRancher };
}

/**
 * Starts one simulated Rancher for a test file. Call this at the top of the file. Before each test, `use` gets a new
 * market with a provider for this Rancher.
 */
export function rancherMarketPerTest(use: (now: RancherMarket) => void | Promise<void>, ...flags: string[]): void {
  let simulator: Simulator;
  let opened: OpenedRancher;
  beforeAll(async () => {
    simulator = await borrowSimulator('rancher', ...flags);
    opened = await openSimulated(simulator);
  }, 60_000);
  afterAll(() => opened.close());
  beforeEach(async () => {
    await simulator.clearFaults();
    const site = { ...DEFAULT_SITE_SETTINGS };
    const market = await openMarket({ site });
    await use({ simulator, opened, market, site, ...(await providerOf(market, { simulator, opened })) });
  });
}
