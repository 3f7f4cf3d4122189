import { expect, test } from 'vitest';
import type { ClusterEvent } from './cluster-event.ts';
import { deletionProof } from './deletion-proof.ts';

const event = (key: string, message: string, fields: Partial<ClusterEvent> = {}): ClusterEvent => ({
  ...{ clusterUuid: 'c1', key, at: '2026-11-27T12:00:00.000Z', step: 'step', message, level: 'info' },
  ...fields,
});

test('what proves a deletion is what its timeline says of the whole cluster', () => {
  const events = [
    event('op-1#ready', 'Cluster is ready'),
    event('op-2#order', 'Deletion started'),
    event('op-2#server#web-1', 'Server deletion requested', { nodeName: 'web-1' }),
    event('op-2#failed', 'A volume is left.', { level: 'error' }),
    event('op-20#order', 'Another operation'),
    event('op-2#sweep-openstack', 'Nothing is left in OpenStack', { at: '2026-11-27T12:01:00.000Z' }),
  ];
  expect(deletionProof(events, 'op-2')).toBe(
    '2026-11-27T12:00:00.000Z Deletion started\n2026-11-27T12:01:00.000Z Nothing is left in OpenStack',
  );
});
