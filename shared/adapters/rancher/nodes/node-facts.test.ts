import { expect, test } from 'vitest';
import { NO_FACTS } from '#shared/domain/nodes/node';
import { nodeFactsOf, nodeFactsReply } from './node-facts.ts';

const factsIn = (reply: unknown) => nodeFactsOf(nodeFactsReply.parse(reply));

test('quantities become cores, MiB and counts, as Waldur shows them', () => {
  expect(
    factsIn({
      requested: { cpu: '380m', memory: '8002Mi', pods: '7' },
      allocatable: { cpu: '1', memory: '16163180Ki', pods: '110' },
      info: { os: { dockerVersion: 'containerd://2.0.4' }, kubernetes: { kubeletVersion: 'v1.31.7+rke2r1' } },
      labels: { zone: 'a' },
      annotations: { note: 'b' },
    }),
  ).toEqual({
    k8sVersion: 'v1.31.7+rke2r1',
    dockerVersion: 'containerd://2.0.4',
    cpuAllocated: 0.38,
    cpuTotal: 1,
    ramAllocated: 8002,
    ramTotal: 15784,
    podsAllocated: 7,
    podsTotal: 110,
    labels: { zone: 'a' },
    annotations: { note: 'b' },
  });
});

test.each([
  ['nothing', {}],
  ['null', { requested: null, allocatable: null, info: null, labels: null, annotations: null }],
])('a node has no facts, not zeros, when its kubelet has reported %s', (_what, reply) => {
  expect(factsIn(reply)).toEqual(NO_FACTS);
});
