import { beforeEach, expect, test } from 'vitest';
import { VERSION } from '#shared/contracts/version';
import type { Relay } from '#shared/domain/cluster-api/relays/relay';
import { aRelay } from '#test/a-relay';
import { someClusterApiSettings } from '#test/cluster-api-orders';
import { type Market, openMarket } from '../_worlds/market.ts';

let market: Market;
let settingsUuid: string;
beforeEach(async () => {
  market = await openMarket();
  const settings = someClusterApiSettings({ customerUuid: market.customerUuid });
  settingsUuid = settings.uuid;
  await market.store.commit(market.store.settings.insert(settings));
});

const reported = (name: string, more: Partial<Relay> = {}): Promise<void> =>
  market.store.relays.put(
    aRelay({ settingsUuid, name, version: VERSION, reportedAt: market.clock.now().toISOString(), ...more }),
  );
const list = async (query = '', person = market.people.staff) =>
  (await market.ask('GET', `cluster-api-relays/${query}`, person)).body;

test('relays are listed with address, port, version, clusters and the time of their last report (S3-032, S3-033, S3-036, M32)', async () => {
  await reported('net1', {
    clusters: [{ serverName: 'kube-x7k2b9fdqw.paddock', isReachable: true }],
    problem: 'HAProxy refuses the configuration.',
  });
  expect(await list()).toEqual([
    {
      name: 'net1',
      service_settings: expect.stringMatching(new RegExp(`/api/service-settings/${settingsUuid}/$`)),
      service_settings_uuid: settingsUuid,
      ...{ address: '192.0.2.5', port: 44_355, version: VERSION, reported_at: market.clock.now().toISOString() },
      ...{ stale: false, clusters: [{ server_name: 'kube-x7k2b9fdqw.paddock', reachable: true }] },
      problem: 'HAProxy refuses the configuration.',
    },
  ]);
});

test('a relay is stale 30 s after its last report, and a new report replaces the last one (M32)', async () => {
  await reported('net1');
  await reported('net2');
  market.clock.advance(31);
  await reported('net2', { port: 8443 });
  expect(await list('?o=name')).toMatchObject([
    { name: 'net1', stale: true },
    { name: 'net2', stale: false, port: 8443 },
  ]);
  expect(await list('?stale=true')).toMatchObject([{ name: 'net1' }]);
  expect(await list(`?service_settings_uuid=${settingsUuid}&name=net2`)).toMatchObject([{ name: 'net2' }]);
});

test('relays are seen by staff and by owners of the provider, and by nobody else, because they name clusters', async () => {
  await reported('net1');
  const { owner, manager, member, outsider } = market.people;
  expect(await list('', owner)).toHaveLength(1);
  for (const person of [manager, member, outsider]) expect(await list('', person)).toEqual([]);
});
