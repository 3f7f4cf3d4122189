import { describe, expect, test, vi } from 'vitest';
import { syncAllRelays } from '#shared/app/cluster-api/relays/sync-all-relays';
import { deleteCluster } from '#shared/app/cluster-api/steps/delete-cluster';
import { sweepCluster } from '#shared/app/cluster-api/steps/sweep-cluster';
import type { RelayedCluster } from '#shared/contracts/relay-exchange';
import { KINDS, RELAY_KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import { apiTokenText } from '#shared/domain/identity/api-token';
import { aUuid } from '#test/builders/builders';
import { appliedCluster, watchedCluster } from '../_worlds/cluster-api-world.ts';
import { aReport, RELAY_TOKEN, relayWorldPerFile } from '../_worlds/relay-world.ts';
import { type Begun, clusterOf, EVENTUALLY, stateOf } from '../_worlds/step-world.ts';
import { leaving } from '../clusters/deletion.ts';

const world = await relayWorldPerFile();
const { deps, clock, report, send, store, managementSettings } = world;
const LABELS = { manila_csi_enabled: 'false', master_lb_floating_ip_enabled: 'false' };
const api = () => world.clusterApi.open(managementSettings);
const inCloud = async (kind: string) => (await stateOf(world.cloud))[kind] ?? [];

const nameOf = async (begun: Begun) => (await clusterOf(world, begun)).clusterApi?.capiName ?? '';

/**
 * Places an order without a floating IP. Waits until the API server has an address, and returns the cluster as a relay
 * receives it.
 */
async function placed(): Promise<{ begun: Begun; served: RelayedCluster }> {
  const begun = await appliedCluster(world, { overrides: { labels: LABELS } });
  const serverName = `${await nameOf(begun)}.paddock`;
  const served = await vi.waitFor(
    async () => (await report('net1')).clusters.find((one) => one.serverName === serverName) ?? expect.fail('not yet'),
    EVENTUALLY,
  );
  return { begun, served };
}

async function endpointsOf(begun: Begun): Promise<string[]> {
  const { uuid } = await clusterOf(world, begun);
  const slices = await (await api()).list(RELAY_KINDS.endpointSlice, { 'paddock.cloud/cluster': uuid });
  return slices.flatMap(({ endpoints }) =>
    Array.isArray(endpoints) ? endpoints.map(({ hostname, addresses }) => `${hostname} ${addresses}`) : [],
  );
}

async function kubeconfigOf(begun: Begun): Promise<string> {
  const secret = await (await api()).find(KINDS.secret, `${await nameOf(begun)}-kubeconfig`);
  const { value } = Object(secret?.data);
  return Buffer.from(String(value), 'base64').toString();
}

async function deleted(begun: Begun): Promise<void> {
  const { target } = await leaving(world, begun);
  await vi.waitFor(async () => expect(await deleteCluster.call(deps, target)).toEqual({ gone: true }), EVENTUALLY);
  await sweepCluster.call(deps, target);
}

describe('a cluster without a floating IP', () => {
  test('is OK when a relay reaches it, and is not before; it makes no floating IP, and all goes with it (S3-009, S3-030, S3-031, S3-034, S3-035, M5, M30, M32)', async () => {
    const networks = (await inCloud('networks')).length;
    const { begun, served } = await placed();
    const name = await nameOf(begun);
    const [balancer] = (await inCloud('load_balancers')).filter((row) => JSON.stringify(row).includes(name));
    const network = (await inCloud('networks')).find((row) => JSON.stringify(row).includes(name));
    expect(served).toEqual({
      ...{ serverName: `${name}.paddock`, address: balancer?.vip_address, port: 6443, networkId: network?.id },
    });
    expect(await endpointsOf(begun)).toEqual([]);
    await vi.waitFor(async () => expect(await inCloud('servers')).toHaveLength(1), EVENTUALLY);

    await vi.waitFor(async () => {
      await report('net1', [served.serverName]);
      expect(await kubeconfigOf(begun)).toContain(`server: https://${served.serverName}:6443`);
    }, EVENTUALLY);
    expect(await endpointsOf(begun)).toEqual(['net1 192.0.2.5']);
    expect(await watchedCluster(world, begun)).toMatchObject({ output: { ready: true } });
    expect(await inCloud('floating_ips')).toEqual([]);
    expect(await inCloud('networks')).toHaveLength(networks + 1);

    await deleted(begun);
    expect((await report('net1', [served.serverName])).clusters).toEqual([]);
    const left = Object.values(RELAY_KINDS).map(async (kind) => (await api()).list(kind, {}));
    expect((await Promise.all(left)).flat()).toEqual([]);
  });

  test('loses a relay 30 s after its last report, at the next report of another one (M32)', async () => {
    const { begun, served } = await placed();
    await report('net1', [served.serverName]);
    clock.advance(15);
    await report('net2', [served.serverName], { address: '192.0.2.6' });
    expect(await endpointsOf(begun)).toEqual(['net1 192.0.2.5', 'net2 192.0.2.6']);
    clock.advance(16);
    await report('net2', [served.serverName], { address: '192.0.2.6' });
    expect(await endpointsOf(begun)).toEqual(['net2 192.0.2.6']);
    clock.advance(31);
    expect(await syncAllRelays(deps)).toEqual([]);
    expect(await endpointsOf(begun)).toEqual([]);
    await deleted(begun);
  });

  test('is not led to a relay that does not reach it, or that has moved away (M32)', async () => {
    const { begun, served } = await placed();
    await report('net1', [], { clusters: [{ serverName: served.serverName, isReachable: false }] });
    expect(await endpointsOf(begun)).toEqual([]);
    await report('net1', [served.serverName]);
    await report('net1', [served.serverName], { port: 8443 });
    expect(await endpointsOf(begun)).toEqual(['net1 192.0.2.5']);
    const slices = await (await api()).list(RELAY_KINDS.endpointSlice, {});
    expect(slices.map(({ ports }) => ports)).toEqual([[{ name: 'https', port: 8443, protocol: 'TCP' }]]);
    await deleted(begun);
  });

  test('keeps no other cluster from its relays while its own objects are refused', async () => {
    const [first, second] = [await placed(), await placed()];
    const name = await nameOf(first.begun);
    await world.management.plan({ method: 'PATCH', path: `endpointslices/${name}-`, kind: 'status', status: 403 });
    const both = [first, second].map(({ served }) => served.serverName);
    const { status, clusters } = await report('net1', both);
    expect([status, clusters.map(({ serverName }) => serverName).sort()]).toEqual([200, both.sort()]);
    expect([await endpointsOf(first.begun), await endpointsOf(second.begun)]).toEqual([[], ['net1 192.0.2.5']]);
    await world.management.clearFaults();
    for (const { begun } of [first, second]) await deleted(begun);
  });

  test('what is as wanted already is not written again', async () => {
    const { begun, served } = await placed();
    await vi.waitFor(async () => {
      await report('net1', [served.serverName]);
      expect(await kubeconfigOf(begun)).toContain(served.serverName);
    }, EVENTUALLY);
    const name = await nameOf(begun);
    const paths = [`/services/${name}`, `/endpointslices/${name}-relays-44355`, `/secrets/${name}-kubeconfig`];
    const written = () => Promise.all(paths.map((path) => world.management.countOf('PATCH', path)));
    const before = await written();
    await report('net1', [served.serverName]);
    expect(await written()).toEqual(before);
    expect(before).toEqual([1, 1, 1]);
    await deleted(begun);
  });
});

test('a cluster with a floating IP is no relay’s, and needs none of these rights', async () => {
  const begun = await appliedCluster(world, { overrides: { labels: { manila_csi_enabled: 'false' } } });
  expect((await report('net1')).clusters).toEqual([]);
  const asked = () => Promise.all(['/services', '/endpointslices'].map((it) => world.management.countOf('GET', it)));
  const before = await asked();
  await deleted(begun);
  expect(await asked()).toEqual(before);
});

test('a report is recorded although the management cluster does not answer, and the relay keeps what it serves (M32)', async () => {
  await world.management.plan({ method: 'GET', path: 'openstackclusters', kind: 'status', status: 503 });
  expect(await report('net9')).toMatchObject({ status: 503 });
  await world.management.clearFaults();
  expect(await store.relays.listByProvider(managementSettings.uuid)).toContainEqual(
    expect.objectContaining({ name: 'net9', reportedAt: clock.now().toISOString() }),
  );
});

describe('the token of relays', () => {
  const { uuid } = managementSettings;
  test.each([
    ['another secret', `${uuid}.${RELAY_TOKEN.toUpperCase()}`],
    ['the token without its provider', RELAY_TOKEN],
    ['another provider’s uuid', `${aUuid()}.${RELAY_TOKEN}`],
    ['a provider of another type', `${world.settings.uuid}.${RELAY_TOKEN}`],
    ['a user’s token', apiTokenText(world.owner.user.uuid, RELAY_TOKEN)],
  ])('is not %s: the report is refused before it is read, and nothing is recorded', async (_, bearer) => {
    expect(await send('no report', bearer)).toMatchObject({ status: 401, body: undefined });
  });

  test.each([
    ['a port that is none', { ...aReport('net1'), port: 70_000 }, 'port'],
    ['an address that is a name', { ...aReport('net1'), address: 'relay.example.org' }, 'address'],
    ['no name', { ...aReport(''), name: undefined }, 'name'],
  ])('does not make a report valid with %s', async (_, body, field) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { [field]: expect.anything() } });
  });
});
