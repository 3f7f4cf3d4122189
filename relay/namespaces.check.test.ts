import { execFileSync, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePorts, unknownCertificate } from '#test/played-nodes';
import { fingerprintBehind, playPaddock, startRelay, stopRelay } from '#test/played-relay';
import { installedTool } from '#test/programs/installed-tool';

const haproxy = installedTool('haproxy');
const openssl = installedTool('openssl');
const ip = installedTool('ip', 'iproute2');

const NETWORK = '2f6f1c1e-6a52-4b7e-9f0e-0a9b1c8f6d11';
const NAMESPACE = `paddock-test-${NETWORK}`;
const inNamespace = (...words: string[]) => ['netns', 'exec', NAMESPACE, ...words];

/** Whether this machine permits network namespaces. Only root can create them. */
function canHaveNamespaces(): boolean {
  if (ip === undefined || haproxy === undefined || openssl === undefined) return false;
  try {
    execFileSync(ip, ['netns', 'add', NAMESPACE], { stdio: 'ignore' });
    execFileSync(ip, ['netns', 'del', NAMESPACE], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test.skipIf(!canHaveNamespaces())(
  'a relay reaches an API server that only a network namespace of its host reaches (S3-035, M31, M33)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'relay-'));
    const certificate = unknownCertificate(folder, openssl ?? '');
    execFileSync(ip ?? '', ['netns', 'add', NAMESPACE]);
    execFileSync(ip ?? '', inNamespace('ip', 'link', 'set', 'lo', 'up'));
    const files = ['-cert', join(folder, 'cert.pem'), '-key', join(folder, 'key.pem')];
    const words = inNamespace(openssl ?? '', 's_server', '-accept', '127.9.9.9:6443', '-www', ...files);
    const apiServer = spawn(ip ?? '', words, { stdio: 'ignore' });
    const paddock = await playPaddock();
    const serverName = 'kube-11111.paddock';
    paddock.answer = [{ serverName, address: '127.9.9.9', port: 6443, networkId: NETWORK }];
    const [port = 0] = await freePorts(1);
    const relay = startRelay(folder, paddock, port, true);
    try {
      await expect
        .poll(() => fingerprintBehind(port, serverName), { timeout: 10_000, interval: 50 })
        .toBe(new X509Certificate(certificate.cert).fingerprint256);
      expect(await fingerprintBehind(6443, serverName)).toBeUndefined();
    } finally {
      await stopRelay(relay);
      paddock.close();
      apiServer.kill();
      await once(apiServer, 'exit');
      execFileSync(ip ?? '', ['netns', 'del', NAMESPACE]);
      rmSync(folder, { recursive: true });
    }
  },
  30_000,
);
