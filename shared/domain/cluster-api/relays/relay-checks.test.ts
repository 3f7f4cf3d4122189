import { expect, test } from 'vitest';
import type { Relay } from './relay.ts';
import { relayChecks } from './relay-checks.ts';

const NOW = new Date('2026-03-01T12:00:30.000Z');
const relay = (more: Partial<Relay> = {}): Relay => ({
  ...{ settingsUuid: '3f9d2b7c5a1e4c8d9b0a6e4f2d8c7b61', name: 'net1', address: '192.0.2.5', port: 44_355 },
  ...{ version: '0.1.0', reportedAt: '2026-03-01T12:00:25.000Z' },
  clusters: [
    { serverName: 'kube-a1b2c3d4e5.paddock', isReachable: true },
    { serverName: 'kube-f6g7h8i9j0.paddock', isReachable: false },
  ],
  ...more,
});

test.each<[string, Relay[], string[]]>([
  [
    'no relay has reported (S3-030)',
    [],
    ['true: No relay has reported, so only clusters with a floating IP can be reached.'],
  ],
  ['a relay reports', [relay()], ['true: Relay net1 at 192.0.2.5:44355 reaches 1 of 2 clusters.']],
  [
    'a relay has another version (S3-036)',
    [relay({ version: '0.0.9' })],
    ['false: Relay net1 has version 0.0.9, and Paddock 0.1.0: install the relay of Paddock.'],
  ],
  [
    'a relay does not serve what it should',
    [relay({ problem: 'HAProxy refuses the configuration.' })],
    ['false: Relay net1 does not serve all clusters: HAProxy refuses the configuration.'],
  ],
  [
    'a relay no longer reports (M32)',
    [relay({ name: 'net0', reportedAt: '2026-03-01T11:59:59.000Z' }), relay()],
    [
      'false: Relay net0 has not reported since 2026-03-01T11:59:59.000Z: start it.',
      'true: Relay net1 at 192.0.2.5:44355 reaches 1 of 2 clusters.',
    ],
  ],
])('the check of a management cluster says that %s', (_, relays, texts) => {
  expect(relayChecks(relays, NOW, '0.1.0').map(({ ok, message }) => `${ok}: ${message}`)).toEqual(texts);
});
