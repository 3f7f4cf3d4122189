import { describe, expect, it } from 'vitest';
import { type Amounts, hasEnded, type RequestingPod, requestsOfPod, sumOfAmounts } from './pod-requests.ts';

const container = (requests: Amounts) => ({ requests, isSidecar: false });
const sidecar = (requests: Amounts) => ({ requests, isSidecar: true });
const aPod = (pod: Partial<RequestingPod> = {}): RequestingPod => ({
  namespace: 'alpha',
  phase: 'Running',
  containers: [],
  initContainers: [],
  requests: {},
  overhead: {},
  ...pod,
});

describe('what a pod requests (S1-066, S1-067)', () => {
  it.each<[string, Partial<RequestingPod>, Amounts]>([
    ['nothing, if no container requests anything', { containers: [container({})] }, {}],
    [
      'the sum of its containers',
      { containers: [container({ cpu: 0.5, memory: 100 }), container({ cpu: 1 })] },
      { cpu: 1.5, memory: 100 },
    ],
    [
      'the highest init container, if that is more, for each resource by itself',
      {
        containers: [container({ cpu: 1, memory: 100 })],
        initContainers: [container({ cpu: 3 }), container({ cpu: 2, memory: 50 })],
      },
      { cpu: 3, memory: 100 },
    ],
    [
      'the sidecars beside the containers',
      { containers: [container({ cpu: 1 })], initContainers: [sidecar({ cpu: 2 })] },
      { cpu: 3 },
    ],
    [
      'an init container with the sidecars that have started before it',
      {
        containers: [container({ cpu: 1 })],
        initContainers: [sidecar({ cpu: 2 }), container({ cpu: 4 }), sidecar({ cpu: 1 })],
      },
      { cpu: 6 },
    ],
    [
      'no sidecar twice',
      { containers: [container({ cpu: 1 })], initContainers: [container({ cpu: 2 }), sidecar({ cpu: 2 })] },
      { cpu: 3 },
    ],
    [
      'what the pod as a whole requests, in place of its containers',
      { containers: [container({ cpu: 5, 'nvidia.com/gpu': 1 })], requests: { cpu: 2 } },
      { cpu: 2, 'nvidia.com/gpu': 1 },
    ],
    [
      'the overhead of its runtime class, too',
      { containers: [container({ cpu: 1 })], overhead: { cpu: 0.25, memory: 10 } },
      { cpu: 1.25, memory: 10 },
    ],
  ])('is %s', (_, pod, requests) => {
    expect(requestsOfPod(aPod(pod))).toEqual(requests);
  });

  it('ends with the pod', () => {
    expect(['Pending', 'Running', 'Unknown', 'Succeeded', 'Failed'].filter((phase) => hasEnded({ phase }))).toEqual([
      'Succeeded',
      'Failed',
    ]);
  });

  it('adds up by resource', () => {
    expect(sumOfAmounts([{ cpu: 1 }, { cpu: 0.5, memory: 7 }, {}])).toEqual({ cpu: 1.5, memory: 7 });
  });
});
