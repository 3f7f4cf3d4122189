import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import { settingsUuidOf } from '#shared/domain/marketplace/offering';
import type { Rancher } from '#shared/ports/rancher';
import { connectedRancher } from '#shared/runtime/wiring/backends';
import type { Simulator } from '#test/contracts/start-simulator';
import { borrowSimulator } from './borrowed-simulator.ts';
import { type StockedMarket, stockedMarketPerTest } from './market.ts';
import { rancherAccess } from './rancher-market.ts';

export type StockedRancherMarket = StockedMarket & {
  simulator: Simulator;
  rancher: Rancher;
  /** The uuid of a provider's settings. This provider sells the stocked offering and uses the simulated Rancher. */
  settingsUuid: string;
};

/**
 * Starts one simulated Rancher for a test file. Call this at the top of the file. Before each test, `use` gets a
 * stocked market.
 */
export function stockedRancherMarketPerTest(use: (now: StockedRancherMarket) => void): void {
  let simulator: Simulator;
  let stock: StockedMarket;
  beforeAll(async () => {
    simulator = await borrowSimulator('rancher');
    await simulator.setDelays({ pace: 0.01 });
  }, 60_000);
  afterAll(() => simulator.stop());
  stockedMarketPerTest((now) => {
    stock = now;
  });
  beforeEach(async () => {
    const { market, stocked } = stock;
    const settingsUuid = settingsUuidOf(await market.store.offerings.get(stocked.offering.uuid)) ?? '';
    const { access_key: username, secret_key: password } = rancherAccess.parse(simulator.printed);
    const body = { options: { backend_url: simulator.url, username, password } };
    const changed = await market.ask('PATCH', `service-settings/${settingsUuid}/`, { ...market.people.staff, body });
    expect(changed).toMatchObject({ status: 200 });
    const sessions = connectedRancher(market.secrets, market.stage);
    const rancher = await sessions.open(await rancherSettingsOf(market, settingsUuid));
    use({ ...stock, simulator, rancher, settingsUuid });
  });
}
