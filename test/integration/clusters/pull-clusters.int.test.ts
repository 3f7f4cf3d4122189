import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ensureLoadBalancer } from '#shared/app/infrastructure/steps/ensure-load-balancer';
import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { EVENTUALLY, type OpenedRancher } from '#test/contracts/rancher/rancher-under-test';
import type { Person } from '../_worlds/api-under-test.ts';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import { type ManagedStock, managedStockPerTest } from '../_worlds/managed-stock.ts';
import type { Cloud, Market } from '../_worlds/market.ts';
import { openSimulated } from '../_worlds/rancher-market.ts';
import { buildTenants, removeProjects } from '../infrastructure/built-infrastructure.ts';

let cloud: Cloud;
let market: Market;
let stock: ManagedStock;
let site: SiteSettings;
managedStockPerTest((opened) => {
  ({ cloud, market, stock, site } = opened);
});
let settingsUuid: string;
let rancher: OpenedRancher;
beforeAll(async () => {
  rancher = await openSimulated(await borrowSimulator('rancher'));
}, 60_000);
afterAll(() => rancher.close());
afterEach(async () => {
  await cloud.simulator.clearFaults();
  await removeProjects(market, settingsUuid);
});

const pull = (uuid: string, person: Person = market.people.owner) =>
  market.ask('POST', `rancher-clusters/${uuid}/pull/`, person);
async function become(uuid: string, fields: Partial<Pick<Cluster, 'state' | 'backendId' | 'managed'>>): Promise<void> {
  const { store, clock } = market;
  await store.commit(store.clusters.replace(changed(await store.clusters.get(uuid), clock.now(), fields)));
}
/** A managed cluster that is OK, with its load balancer. The load balancer's public IP is not recorded yet. */
async function built(): Promise<string> {
  const { url: backend_url, key } = rancher.backend;
  await stock.change({ backend_url, ...key });
  const { clusterUuid } = await stock.place();
  const { deps, target, tenants } = await buildTenants(market, clusterUuid);
  for (const tenantUuid of tenants) await ensureLoadBalancer.run(deps, { ...target, tenantUuid });
  ({ settingsUuid } = await market.store.tenants.get(tenants[0] ?? ''));
  await become(clusterUuid, { backendId: (await rancher.aManagedCluster()).id });
  return clusterUuid;
}
const shown = async (uuid: string) => (await market.ask('GET', `rancher-clusters/${uuid}/`, market.people.owner)).body;

describe('a pull of a managed cluster', () => {
  test('brings the floating IPs of its load balancers at once, as often as it is asked for (R-9-34, R-9-110)', async () => {
    const uuid = await built();
    const scheduled = { status: 202, body: { detail: 'Pull operation was successfully scheduled.' } };
    expect(await shown(uuid)).toMatchObject({ public_ips: [] });
    expect(await pull(uuid)).toMatchObject(scheduled);
    const [tenant] = await market.store.clusterTenants.listByCluster(uuid);
    const public_ips = [{ ip_address: tenant?.made.publicIp, tenant_uuid: tenant?.uuid }];
    expect(await shown(uuid)).toMatchObject({ public_ips });
    // Rancher may still change the cluster's state between two pulls, so the test polls until a pull writes nothing.
    const written = async () => {
      const before = await market.store.clusters.get(uuid);
      expect(await pull(uuid, market.people.manager)).toMatchObject(scheduled);
      return (await market.store.clusters.get(uuid)).version - before.version;
    };
    await expect.poll(written, EVENTUALLY).toBe(0);
    expect(await shown(uuid)).toMatchObject({ public_ips });
  });

  test('is for administrators, of what rests, and in read-only mode for staff (R-9-33)', async () => {
    const uuid = await built();
    const { outsider, member, owner, staff } = market.people;
    const statusFor = async (person: Person) => (await pull(uuid, person)).status;
    expect([await statusFor(outsider), await statusFor(member)]).toEqual([404, 403]);
    site.readOnlyMode = true;
    expect([await statusFor(owner), await statusFor(staff)]).toEqual([405, 202]);
    await become(uuid, { state: 'ERRED' });
    expect(await statusFor(staff)).toBe(202);
    await become(uuid, { state: 'UPDATE_SCHEDULED' });
    expect(await pull(uuid)).toMatchObject({ status: 409, body: { detail: 'Valid states for operation: OK, ERRED.' } });
  });

  test('is refused for what has never come to Rancher', async () => {
    const uuid = await built();
    await become(uuid, { backendId: '' });
    expect(await pull(uuid)).toMatchObject({ status: 400, body: ['Resource does not have backend ID.'] });
  });

  test('of one that is self-managed goes the same way, and shows what Rancher says and does not have (S0-214)', async () => {
    const uuid = await built();
    await become(uuid, { managed: undefined });
    expect((await pull(uuid)).status).toBe(202);
    expect(await shown(uuid)).toMatchObject({ state: 'OK', runtime_state: expect.stringMatching(/./), drift: [] });
    await become(uuid, { backendId: 'c-m-gone' });
    expect((await pull(uuid)).status).toBe(202);
    const message = 'Rancher no longer has the cluster c-m-gone.';
    const lost = { kind: 'CLUSTER_NOT_IN_RANCHER', node_uuid: null, message, since: expect.stringMatching(/Z$/) };
    expect(await shown(uuid)).toMatchObject({ state: 'OK', runtime_state: '', drift: [lost] });
  });

  test('says that the cloud is away, and changes nothing of what it has', async () => {
    const uuid = await built();
    await cloud.simulator.plan({ kind: 'status', status: 503, method: 'GET', path: '/floatingips' });
    expect((await pull(uuid)).status).toBe(503);
    expect(await shown(uuid)).toMatchObject({ state: 'OK', public_ips: [] });
  });
});
