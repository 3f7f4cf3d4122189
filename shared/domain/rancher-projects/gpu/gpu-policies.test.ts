import { describe, expect, it, test } from 'vitest';
import type { KubernetesObject } from '../../cluster-contents/kubernetes-object.ts';
import { addressOfPolicy, type GpuPolicy, gpuPolicies, type PolicyState, stateOfPolicy } from './gpu-policies.ts';

const both = gpuPolicies({ namespaceLabels: { 'gpu-pool': 'h100-2x' }, isNoGpuDefault: true });
const [selector, noGpus] = both as [GpuPolicy, GpuPolicy];

describe('the policies of a cluster', () => {
  test.each([
    [{ namespaceLabels: {}, isNoGpuDefault: false }, []],
    [{ namespaceLabels: { team: 'a' }, isNoGpuDefault: false }, []],
    [{ namespaceLabels: { 'gpu-pool': 'h200-8x' }, isNoGpuDefault: false }, ['enforce-gpu-pool-node-selector']],
    [{ namespaceLabels: {}, isNoGpuDefault: true }, ['default-no-gpu-quota']],
    [
      { namespaceLabels: { 'gpu-pool': 'h100-2x' }, isNoGpuDefault: true },
      ['enforce-gpu-pool-node-selector', 'default-no-gpu-quota'],
    ],
  ])('follow from the offering: %j needs %j (S1-081, S1-082)', (options, names) => {
    expect(gpuPolicies(options).map(({ metadata }) => metadata.name)).toEqual(names);
  });

  it('are the same for all pools, since the namespace says which one (S1-074, S1-077)', () => {
    expect(gpuPolicies({ namespaceLabels: { 'gpu-pool': 'h200-8x' }, isNoGpuDefault: true })).toEqual(both);
  });

  it('give pods the node selector of their namespace, and nothing where it has none (S1-075, S1-078, S1-079, S1-080)', () => {
    expect(selector.spec).toMatchObject({
      rules: [
        {
          match: { any: [{ resources: { kinds: ['Pod'] } }] },
          context: [
            {
              name: 'gpupool',
              apiCall: {
                urlPath: '/api/v1/namespaces/{{ request.namespace }}',
                jmesPath: `metadata.labels."gpu-pool" || ''`,
              },
            },
          ],
          preconditions: { all: [{ key: '{{ gpupool }}', operator: 'NotEquals', value: '' }] },
          mutate: { patchStrategicMerge: { spec: { nodeSelector: { 'gpu-pool': '{{ gpupool }}' } } } },
        },
      ],
    });
  });

  it('give other namespaces a quota of no GPUs, but not those of Kubernetes and Kyverno (S1-083, S1-084)', () => {
    expect(noGpus.spec).toMatchObject({
      rules: [
        {
          exclude: {
            any: [{ resources: { namespaces: ['kube-system', 'kube-public', 'kube-node-lease', 'kyverno'] } }],
          },
          generate: {
            name: 'no-gpu-quota',
            synchronize: true,
            data: { spec: { hard: { 'requests.nvidia.com/gpu': '0', 'limits.nvidia.com/gpu': '0' } } },
          },
        },
      ],
    });
  });

  it('are objects of the whole cluster', () => {
    expect(addressOfPolicy(selector)).toEqual({
      ...{ apiVersion: 'kyverno.io/v1', plural: 'clusterpolicies', name: 'enforce-gpu-pool-node-selector' },
    });
  });
});

describe('the state of a policy', () => {
  const found = (change: (copy: GpuPolicy) => unknown): KubernetesObject => {
    const copy = structuredClone(selector);
    change(copy);
    return copy;
  };
  test.each<[string, KubernetesObject | undefined, PolicyState]>([
    ['current, if it is as wanted', selector, 'current'],
    [
      'current, if Kyverno has filled in fields',
      found((it) => Object.assign(Object(it.spec), { admission: true })),
      'current',
    ],
    ['missing', undefined, 'missing'],
    ['older, without a version', found((it) => Object.assign(it.metadata, { annotations: {} })), 'older'],
    ['changed', found((it) => (Object(it.spec).rules[0].preconditions.all[0].value = 'x')), 'changed'],
    ['changed, if a rule was added', found((it) => Object(it.spec).rules.push({ name: 'other' })), 'changed'],
  ])('is %s', (_, there, state) => {
    expect(stateOfPolicy(selector, there)).toBe(state);
  });
});
