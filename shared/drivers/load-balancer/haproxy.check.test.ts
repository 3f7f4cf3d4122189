import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  askApiServer,
  askIngress,
  freePorts,
  type PlayedService,
  playIngress,
  startApiServer,
  unknownCertificate,
} from '#test/played-nodes';
import { installedTool } from '#test/programs/installed-tool';
import { type BalancedPorts, haproxyConfig } from './haproxy-config.ts';

const haproxy = installedTool('haproxy');
const openssl = installedTool('openssl');
/** HAProxy checks an absent node every ten seconds. The node counts as up only after two successful checks. */
const SEEN = { timeout: 20_000, interval: 100 };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(config: string): string {
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(path, config);
  return path;
}

describe.skipIf(haproxy === undefined)('HAProxy itself (apt-get install haproxy)', () => {
  const check = (config: string) => spawnSync(haproxy ?? '', ['-c', '-dW', '-f', write(config)], { encoding: 'utf8' });

  test.each(['10.64.0.0/24', '10.1.1.7/24', '192.168.255.0/24', '172.31.0.0/24', '100.127.255.0/24'])(
    'accepts the configuration of %s without a warning (S0-328)',
    (cidr) => {
      expect(check(haproxyConfig(cidr))).toMatchObject({ status: 0, stderr: '' });
    },
  );

  test('is heard when it does not', () => {
    const { status, stderr } = check(haproxyConfig('10.64.0.0/24').replace('mode tcp', 'mode udp'));
    expect([status, stderr]).toEqual([1, expect.stringContaining("unknown proxy mode 'udp'")]);
  });
});

/** On Linux, all of 127.0.0.0/8 is local, so the tests use a part of it as the node network. */
const CIDR = '127.1.2.0/24';
const LOAD_BALANCER = '127.1.2.10';
const node = (number: number) => `127.1.2.${number}`;

/**
 * HAProxy drops its root rights, as on a real machine. If the test runs without root rights, the lines for this are
 * removed from the configuration.
 */
function spawnHaproxy(ports: BalancedPorts): { running: ChildProcess; said: () => string } {
  const config = haproxyConfig(CIDR, ports);
  const text = process.getuid?.() === 0 ? config : config.replace(/^ {2}(user|group|chroot) .*\n/gm, '');
  const running = spawn(haproxy ?? '', ['-db', '-f', write(text)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  running.stderr.on('data', (data) => {
    said += String(data);
  });
  return { running, said: () => said };
}

const stopped: (() => void | Promise<void>)[] = [];
afterAll(() => Promise.all(stopped.map((stop) => stop())));
async function playing<T extends PlayedService>(service: Promise<T>): Promise<T> {
  const played = await service;
  stopped.push(played.close);
  return played;
}

/** The nodes that answer repeated requests, sorted and without duplicates. */
async function served(ask: typeof askIngress, port: number): Promise<string[]> {
  const answers: string[] = [];
  for (let times = 0; times < 12; times += 1) answers.push(await ask(LOAD_BALANCER, port));
  return [...new Set(answers)].sort();
}
const serves = (ask: typeof askIngress, port: number, nodes: number[]) =>
  vi.waitFor(async () => expect(await served(ask, port)).toEqual(nodes.map(node)), SEEN);

const canRun = haproxy !== undefined && openssl !== undefined;
// The tests share one load balancer and run concurrently, because most of the time is spent waiting for HAProxy's
// checks of absent nodes.
describe.skipIf(!canRun).concurrent('a running load balancer (apt-get install haproxy openssl)', () => {
  let ports: BalancedPorts;
  let balancer: ReturnType<typeof spawnHaproxy>;
  let first: PlayedService;
  let ready: Awaited<ReturnType<typeof startApiServer>>;
  let starting: Awaited<ReturnType<typeof startApiServer>>;

  beforeAll(async () => {
    const [http = 0, https = 0, kubernetesApi = 0] = await freePorts(3);
    ports = { http, https, kubernetesApi };
    const certificate = unknownCertificate(folder, openssl ?? '');
    const play = (number: number, status: number) =>
      playing(startApiServer(node(number), kubernetesApi, { status, ...certificate }));
    first = await playing(playIngress(node(11), http));
    ready = await play(11, 200);
    starting = await play(12, 500);
    await Promise.all([play(13, 401), play(14, 403), play(15, 503), play(16, 429)]);
    await playing(playIngress(node(17), kubernetesApi));
    balancer = spawnHaproxy(ports);
    stopped.push(() => void balancer.running.kill());
    // slot-199 has no machine. Once all three services have marked it as down, they have checked all slots.
    await vi.waitFor(() => expect(balancer.said().match(/slot-199 is DOWN/g)).toHaveLength(3), SEEN);
  }, 30_000);

  test('follows nodes that come and go, in the process it began with (S0-357)', async () => {
    await serves(askIngress, ports.http, [11]);
    await playing(playIngress(node(200), ports.http));
    await serves(askIngress, ports.http, [11, 200]);
    await first.close();
    await serves(askIngress, ports.http, [200]);
    expect(await served(askIngress, ports.https)).toEqual(['']);
    expect(balancer.running.exitCode).toBeNull();
  }, 60_000);

  test('takes API servers that are ready or talk to no strangers, and none that is not ready or is none (S0-357)', async () => {
    await serves(askApiServer, ports.kubernetesApi, [11, 13, 14]);
    starting.become(200);
    ready.become(500);
    await serves(askApiServer, ports.kubernetesApi, [12, 13, 14]);
  }, 60_000);
});
