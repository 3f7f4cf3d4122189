import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { VERSION } from '#shared/contracts/version';
import { kubernetesClient } from '#test/contracts/cluster-api/kubernetes-client';
import type { Simulator } from '#test/contracts/start-simulator';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import { type Market, openMarket } from '../_worlds/market.ts';
import { checked, checkProvider, nobodysPort } from './checked-provider.ts';

const printed = z.object({ token: z.string(), ca_certificate: z.string(), namespace: z.string() });
let simulator: Simulator;
let market: Market;
beforeAll(async () => {
  // A new worker takes about a second to load the client of Kubernetes, as long as a check may take here.
  await import('#shared/adapters/cluster-api/kubernetes-objects.on-demand');
  simulator = await borrowSimulator('cluster-api');
}, 60_000);
afterAll(() => simulator.stop());
beforeEach(async () => {
  market = await openMarket();
});

describe('the check of a management cluster', () => {
  const check = (options: object = {}) => {
    const { token, ca_certificate, namespace } = printed.parse(simulator.printed);
    const given = { backend_url: simulator.httpsUrl, token, ca_certificate, namespace, ...options };
    return checkProvider(market, 'ClusterAPI', given);
  };

  test('says that all is well at an address without a public name, by its authority, with versions (S3-003, S3-014, S3-015, S3-017, S3-030)', async () => {
    const { state, checks: results } = await check();
    expect([state, ...new Set(results.map(({ backend }) => backend))]).toEqual(['OK', 'cluster_api']);
    expect(results.map(({ message }) => message)).toEqual([
      'The API answers.',
      'The API accepts the token.',
      'Clusters can be made in namespace paddock.',
      'Kubernetes 1.33.5.',
      'Cluster API 1.10.5.',
      'Cluster API’s OpenStack provider 0.12.4.',
      'No relay has reported, so only clusters with a floating IP can be reached.',
    ]);
  });

  test('reads the versions of managers from a registry of one’s own (S3-038)', async () => {
    const { token, ca_certificate: ca } = printed.parse(simulator.printed);
    const client = kubernetesClient({ url: simulator.httpsUrl, token, ca });
    const path = '/apis/apps/v1/namespaces/capi-system/deployments/capi-controller-manager';
    const image = 'registry.example.org:5000/kube/cluster-api-controller:v1.10.4@sha256:0123';
    await client.patch(path, { spec: { template: { spec: { containers: [{ name: 'manager', image }] } } } });
    client.close();
    const { state, checks: results } = await check();
    expect(state).toBe('OK');
    expect(results.map(({ message }) => message)).toContain('Cluster API 1.10.4: Paddock was tested with 1.10.5.');
  });

  test('names relays, and one of another version (S3-030, S3-036, M5)', async () => {
    const { uuid: settingsUuid } = await check();
    const relay = { settingsUuid, address: '192.0.2.5', port: 44_355, reportedAt: market.clock.now().toISOString() };
    const clusters = [{ serverName: 'kube-x7k2b9fdqw.paddock', isReachable: true }];
    await market.store.relays.put({ ...relay, name: 'net1', version: VERSION, clusters });
    await market.store.relays.put({ ...relay, name: 'net2', version: '0.0.1', clusters });
    const { body } = await market.ask('POST', `service-settings/${settingsUuid}/check/`, market.people.staff);
    expect(
      checked
        .parse(body)
        .checks.filter(({ option }) => option === 'relay_token')
        .map(({ ok, message }) => `${ok}: ${message}`),
    ).toEqual([
      'true: Relay net1 at 192.0.2.5:44355 reaches 1 of 1 clusters.',
      `false: Relay net2 has version 0.0.1, and Paddock ${VERSION}: install the relay of Paddock.`,
    ]);
  });

  test('names the option that is wrong (S3-005, S3-019)', async () => {
    const wrong = async (options: object) => {
      const { state, wrong: failed } = await check(options);
      return [state, ...failed.map(({ option }) => option)];
    };
    expect(await wrong({ token: 'forged' })).toEqual(['ERRED', 'token']);
    expect(await wrong({ ca_certificate: null })).toEqual(['ERRED', 'ca_certificate']);
    expect(await wrong({ namespace: 'elsewhere' })).toEqual(['ERRED', 'namespace']);
    expect(await wrong({ backend_url: (await nobodysPort()).replace('http:', 'https:') })).toEqual([
      'ERRED',
      'backend_url',
    ]);
  });
});
