import { expect, test } from 'vitest';
import type { KubernetesObject, SeenKubernetesObject } from '../kubernetes-object.ts';
import { changedRelayObjects } from './changed-relay-objects.ts';
import { relayObjects } from './relay-objects.ts';

const NOW = new Date('2026-03-01T12:00:30.000Z');
const cluster = { uuid: '3f9d2b7c5a1e4c8d9b0a6e4f2d8c7b61', capiName: 'kube-a1b2c3d4e5', namespace: 'paddock' };
const relay = { name: 'net1', address: '192.0.2.5', port: 44_355, reportedAt: NOW.toISOString() };
const wanted = relayObjects(cluster, [{ ...relay, clusters: ['kube-a1b2c3d4e5.paddock'] }], NOW);
/** A stored object as the Kubernetes API returns it. */
const stored = (object: KubernetesObject, change: object = {}): SeenKubernetesObject => ({
  ...object,
  metadata: { labels: {}, ...object.metadata, uid: 'u1' },
  ...change,
});
const [service, slice] = wanted.map((object) => stored(object));
const named = (objects: readonly { metadata: { name: string } }[]) => objects.map(({ metadata }) => metadata.name);

test.each<[string, (SeenKubernetesObject | undefined)[], string[], string[]]>([
  ['writes all that is not there', [], ['kube-a1b2c3d4e5', 'kube-a1b2c3d4e5-relays-44355'], []],
  ['writes nothing that is as wanted', [service, slice], [], []],
  [
    'writes nothing for what Kubernetes has added',
    [service, slice && { ...slice, spec: { clusterIP: '10.43.0.9' } }],
    [],
    [],
  ],
  [
    'writes other endpoints',
    [service, slice && { ...slice, endpoints: [{ addresses: ['192.0.2.9'] }] }],
    ['kube-a1b2c3d4e5-relays-44355'],
    [],
  ],
  [
    'writes a slice that has lost its endpoints',
    [service, slice && { ...slice, endpoints: null }],
    ['kube-a1b2c3d4e5-relays-44355'],
    [],
  ],
  [
    'writes a Service of another port',
    [service && { ...service, spec: { ports: [{ port: 443, targetPort: 443 }] } }, slice],
    ['kube-a1b2c3d4e5'],
    [],
  ],
  [
    'deletes a slice of another port',
    [service, slice, slice && { ...slice, metadata: { ...slice.metadata, name: 'kube-a1b2c3d4e5-relays-8443' } }],
    [],
    ['kube-a1b2c3d4e5-relays-8443'],
  ],
])('a change of relays %s (M32)', (_, present, apply, remove) => {
  const found = changedRelayObjects(
    wanted,
    present.filter((object) => object !== undefined),
  );
  expect([named(found.apply), named(found.remove)]).toEqual([apply, remove]);
});
