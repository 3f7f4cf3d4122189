import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RelayedCluster } from '#shared/contracts/relay-exchange';
import { freePorts, startApiServer, unknownCertificate } from '#test/played-nodes';
import {
  fingerprintBehind,
  openThrough,
  type PlayedPaddock,
  playPaddock,
  type RunningRelay,
  startRelay,
  stopRelay,
} from '#test/played-relay';
import { installedTool } from '#test/programs/installed-tool';

const haproxy = installedTool('haproxy');
const openssl = installedTool('openssl');
const SEEN = { timeout: 10_000, interval: 50 };

type ServedCluster = {
  cluster: RelayedCluster;
  fingerprint: string;
  server: Awaited<ReturnType<typeof startApiServer>>;
};

let folder: string;
let played: ServedCluster[] = [];
let relay: RunningRelay | undefined;
let paddock: PlayedPaddock;
let port: number;

async function playCluster(index: number): Promise<ServedCluster> {
  const [own = 0] = await freePorts(1);
  const address = `127.9.0.${index}`;
  const certificate = unknownCertificate(mkdtempSync(join(folder, 'cluster-')), openssl ?? '');
  const server = await startApiServer(address, own, { status: 401, ...certificate });
  const networkId = `2f6f1c1e-6a52-4b7e-9f0e-0a9b1c8f6d1${index}`;
  const cluster = { serverName: `kube-${String(index).repeat(5)}.paddock`, address, port: own, networkId };
  return { cluster, fingerprint: new X509Certificate(certificate.cert).fingerprint256, server };
}

beforeAll(async () => {
  if (haproxy === undefined || openssl === undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'relay-'));
  played = await Promise.all([1, 2, 3].map(playCluster));
  paddock = await playPaddock();
  [port = 0] = await freePorts(1);
  relay = startRelay(folder, paddock, port, false);
});

afterAll(async () => {
  if (relay) await stopRelay(relay);
  await Promise.all(played.map(({ server }) => server.close()));
  paddock?.close();
  if (folder) rmSync(folder, { recursive: true });
});

const clusters = (...indexes: number[]) =>
  played.filter((_, index) => indexes.includes(index)).map((one) => one.cluster);
const loads = () => relay?.output.join('').match(/"message":"HAProxy (?:started|reloaded)"/g)?.length ?? 0;
const behind = (serverName: string) => fingerprintBehind(port, serverName);

describe.skipIf(haproxy === undefined || openssl === undefined)(
  'a relay with HAProxy (apt-get install haproxy)',
  () => {
    test('leads each name to the API server of its cluster, without opening TLS (S3-009, S3-031, S3-034, M31)', async () => {
      paddock.answer = clusters(0, 1);
      for (const { cluster, fingerprint } of played.slice(0, 2)) {
        await expect.poll(() => behind(cluster.serverName), SEEN).toBe(fingerprint);
      }
    });

    test('closes connections by the name of no cluster, without a name, and without TLS (M31)', async () => {
      expect(await behind('kube-33333.paddock')).toBeUndefined();
      expect(await behind('')).toBeUndefined();
      const plain = connectPlain(port, '127.0.0.1');
      const said: Buffer[] = [];
      plain.on('data', (data) => said.push(data)).on('error', () => undefined);
      plain.write('GET / HTTP/1.1\r\nHost: kube-11111.paddock\r\n\r\n');
      await once(plain, 'close');
      expect(Buffer.concat(said).toString()).toBe('');
    });

    test('reports who it is, where it listens and which API servers answer (M32, S3-036)', async () => {
      await expect
        .poll(() => paddock.reports.at(-1), SEEN)
        .toEqual({
          name: 'network-host-1',
          version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
          address: '127.0.0.1',
          port,
          clusters: clusters(0, 1).map(({ serverName }) => ({ serverName, isReachable: true })),
        });
      played[1]?.server.become(500);
      await expect
        .poll(() => paddock.reports.at(-1)?.clusters[1], { ...SEEN, timeout: 30_000 })
        .toEqual({ serverName: 'kube-22222.paddock', isReachable: false });
      played[1]?.server.become(401);
    }, 45_000);

    test('loads nothing again while the clusters are the same (M31)', async () => {
      const [before, rounds] = [loads(), paddock.reports.length];
      paddock.answer = [...clusters(0, 1)].reverse();
      await expect.poll(() => paddock.reports.length, SEEN).toBeGreaterThan(rounds + 5);
      expect(loads()).toBe(before);
    });

    test('takes up a new cluster and drops a deleted one, and keeps open connections (S3-034, M31, M32)', async () => {
      const kept = await openThrough(port, 'kube-11111.paddock');
      paddock.answer = clusters(0, 2);
      await expect.poll(() => behind('kube-33333.paddock'), SEEN).toBe(played[2]?.fingerprint);
      await expect.poll(() => behind('kube-22222.paddock'), SEEN).toBeUndefined();
      const words: Buffer[] = [];
      kept?.on('data', (data: Buffer) => words.push(data));
      kept?.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await expect.poll(() => Buffer.concat(words).toString(), SEEN).toContain('127.9.0.1');
      kept?.destroy();
    });

    test('serves on while Paddock does not answer, and says so afterwards (M32)', async () => {
      const rounds = paddock.reports.length;
      paddock.answer = 'error';
      await expect.poll(() => paddock.reports.length, SEEN).toBeGreaterThan(rounds + 3);
      expect(await behind('kube-11111.paddock')).toBe(played[0]?.fingerprint);
      expect(paddock.reports.at(-1)?.problem).toContain('Paddock answered 503');
      paddock.answer = clusters(0);
      await expect.poll(() => paddock.reports.at(-1), SEEN).not.toHaveProperty('problem');
    });

    test('ends with its HAProxy', async () => {
      expect(relay && (await stopRelay(relay))).toBe(0);
      expect(await behind('kube-11111.paddock')).toBeUndefined();
    });
  },
);
