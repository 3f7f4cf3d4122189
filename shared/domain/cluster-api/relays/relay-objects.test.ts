import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ReportedRelay, relayObjects } from './relay-objects.ts';
import { relayedKubeconfig } from './relayed-kubeconfig.ts';

const NOW = new Date('2026-03-01T12:00:30.000Z');
const SERVER = 'kube-a1b2c3d4e5.paddock';
const cluster = { uuid: '3f9d2b7c5a1e4c8d9b0a6e4f2d8c7b61', capiName: 'kube-a1b2c3d4e5', namespace: 'paddock' };
const relay = (name: string, more: Partial<ReportedRelay> = {}): ReportedRelay => ({
  name,
  address: '192.0.2.5',
  port: 44_355,
  reportedAt: '2026-03-01T12:00:20.000Z',
  clusters: [SERVER],
  ...more,
});
const slices = (...relays: ReportedRelay[]) =>
  relayObjects(cluster, relays, NOW).filter(({ kind }) => kind === 'EndpointSlice');

describe('a cluster behind relays', () => {
  test('has a Service of its name, whose endpoints are the relays that reach it (M32)', () => {
    expect(relayObjects(cluster, [relay('Net1.example.org')], NOW)).toMatchObject([
      { kind: 'Service', metadata: { name: 'kube-a1b2c3d4e5' }, spec: { ports: [{ port: 6443 }] } },
      {
        kind: 'EndpointSlice',
        metadata: {
          labels: { 'kubernetes.io/service-name': 'kube-a1b2c3d4e5', 'paddock.cloud/cluster': cluster.uuid },
        },
        addressType: 'IPv4',
        endpoints: [{ addresses: ['192.0.2.5'], hostname: 'net1' }],
        ports: [{ port: 44_355 }],
      },
    ]);
  });

  test.each<[string, ReportedRelay]>([
    ['has not reported for more than 30 s', relay('net1', { reportedAt: '2026-03-01T11:59:59.999Z' })],
    ['does not reach the cluster', relay('net1', { clusters: ['kube-zzzzz.paddock'] })],
  ])('loses a relay that %s (M32)', (_, gone) => {
    expect(slices(gone)).toEqual([]);
  });

  test('keeps a relay that has reported 30 s ago (M32)', () => {
    expect(slices(relay('net1', { reportedAt: '2026-03-01T12:00:00.000Z' }))).toHaveLength(1);
  });

  test('has a slice for each port of relays, in the same order always', () => {
    const [one, two, other] = [relay('a'), relay('b', { address: '192.0.2.6' }), relay('c', { port: 8443 })];
    expect(slices(two, other, one)).toEqual(slices(one, two, other));
    expect(slices(one, two, other).map(({ metadata }) => metadata.name)).toEqual([
      'kube-a1b2c3d4e5-relays-8443',
      'kube-a1b2c3d4e5-relays-44355',
    ]);
  });
});

describe('the kubeconfig of Cluster API’s managers', () => {
  const kubeconfig = `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: Q0E=
    server: https://10.0.0.5:6443
  name: kube-a1b2c3d4e5
`;

  test('gets the name of the Service, and nothing else changes (M30)', () => {
    const relayed = relayedKubeconfig(kubeconfig, SERVER) ?? '';
    const cluster = { 'certificate-authority-data': 'Q0E=', server: 'https://kube-a1b2c3d4e5.paddock:6443' };
    expect(parse(relayed)).toEqual({ ...parse(kubeconfig), clusters: [{ cluster, name: 'kube-a1b2c3d4e5' }] });
    expect(relayedKubeconfig(relayed, SERVER)).toBeUndefined();
  });

  test.each(['', 'a: [', 'clusters: []'])('is refused if it is none: %j', (text) => {
    expect(() => relayedKubeconfig(text, SERVER)).toThrow(
      'The kubeconfig with which Cluster API reaches the cluster has no server.',
    );
  });
});
