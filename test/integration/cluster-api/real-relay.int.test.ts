import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { deleteCluster } from '#shared/app/cluster-api/steps/delete-cluster';
import { sweepCluster } from '#shared/app/cluster-api/steps/sweep-cluster';
import { VERSION } from '#shared/contracts/version';
import { freePorts, type PlayedService, startApiServer, unknownCertificate } from '#test/played-nodes';
import { fingerprintBehind, type RunningRelay, startRelay, stopRelay } from '#test/played-relay';
import { installedTool } from '#test/programs/installed-tool';
import { appliedCluster, watchedCluster } from '../_worlds/cluster-api-world.ts';
import { RELAY_TOKEN, relayWorldPerFile } from '../_worlds/relay-world.ts';
import { clusterOf, EVENTUALLY, stateOf } from '../_worlds/step-world.ts';
import { leaving } from '../clusters/deletion.ts';

const haproxy = installedTool('haproxy');
const openssl = installedTool('openssl');
const world = await relayWorldPerFile();
const { deps, handler, managementSettings, store } = world;

/** Simulates the API gateway: passes HTTP requests to the webhook's handler. */
const gateway = createServer(async (asked, reply) => {
  const { url: rawPath, headers, method } = asked;
  const event = { rawPath, headers, requestContext: { http: { method } }, body: await text(asked) };
  const { statusCode = 0, headers: answered, body } = await handler(event);
  reply.writeHead(statusCode, { 'content-type': String(answered?.['content-type']) }).end(body);
});
let folder: string;
let port: number;
let relay: RunningRelay | undefined;
let apiServer: PlayedService | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'relay-'));
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  const address = gateway.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  [port = 0] = await freePorts(1);
  if (haproxy && openssl)
    relay = startRelay(folder, { url, token: `${managementSettings.uuid}.${RELAY_TOKEN}` }, port, false);
});
afterAll(async () => {
  if (relay) await stopRelay(relay);
  await apiServer?.close();
  gateway.close();
  rmSync(folder, { recursive: true });
});

/**
 * The address that Octavia has given to the API of a cluster. It is a loopback address, so the test can listen on it.
 */
async function addressOf(name: string): Promise<string> {
  const balancers = (await stateOf(world.cloud)).load_balancers ?? [];
  const found = balancers.find((row) => JSON.stringify(row).includes(name));
  return typeof found?.vip_address === 'string' ? found.vip_address : expect.fail('no address yet');
}

describe.skipIf(haproxy === undefined || openssl === undefined)(
  'the relay that we ship (apt-get install haproxy)',
  () => {
    test('leads Cluster API to a new cluster without a floating IP, whose order then ends, and forgets a deleted one (S3-009, S3-031, S3-034, M5, M31, M32)', async () => {
      const labels = {
        manila_csi_enabled: 'false',
        master_lb_floating_ip_enabled: 'false',
        fixed_subnet_cidr: '127.9.77.0/24',
      };
      const begun = await appliedCluster(world, { overrides: { labels } });
      const { clusterApi } = await clusterOf(world, begun);
      const serverName = `${clusterApi?.capiName}.paddock`;
      const certificate = unknownCertificate(folder, openssl ?? '');
      const address = await vi.waitFor(() => addressOf(clusterApi?.capiName ?? ''), EVENTUALLY);
      apiServer = await startApiServer(address, 6443, { status: 401, ...certificate });

      await expect
        .poll(() => fingerprintBehind(port, serverName), EVENTUALLY)
        .toBe(new X509Certificate(certificate.cert).fingerprint256);
      expect(await watchedCluster(world, begun)).toMatchObject({ output: { ready: true } });
      expect((await stateOf(world.cloud)).floating_ips).toEqual([]);
      expect(await store.relays.listByProvider(managementSettings.uuid)).toMatchObject([
        {
          name: 'network-host-1',
          version: VERSION,
          address: '127.0.0.1',
          port,
          clusters: [{ serverName, isReachable: true }],
        },
      ]);

      const { target } = await leaving(world, begun);
      await vi.waitFor(async () => expect(await deleteCluster.call(deps, target)).toEqual({ gone: true }), EVENTUALLY);
      await sweepCluster.call(deps, target);
      await expect.poll(() => fingerprintBehind(port, serverName), EVENTUALLY).toBeUndefined();
    }, 60_000);
  },
);
