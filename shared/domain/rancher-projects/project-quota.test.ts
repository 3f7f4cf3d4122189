import { describe, expect, test } from 'vitest';
import { type ProjectComponent, projectComponent } from '../marketplace/rancher-project-offering.ts';
import {
  formatAmount,
  largerQuota,
  quotaKeyOf,
  quotaOf,
  rancherLimit,
  rancherQuotas,
  readAmount,
  resourceQuotaObject,
  typesWithTakenKey,
} from './project-quota.ts';

const component = (type: string, fields: Partial<ProjectComponent> = {}): ProjectComponent =>
  projectComponent.parse({ type, name: type, description: '', measured_unit: '', billing_type: 'limit', ...fields });
const H100 = component('gpu_h100', { k8s_resource: 'nvidia.com/gpu-h100' });
const H200 = component('gpu_h200', { k8s_resource: 'nvidia.com/gpu-h200' });

describe('a component’s key in quotas', () => {
  test.each([
    [component('cpu'), 'limits.cpu'],
    [component('ram'), 'limits.memory'],
    [component('memory'), 'limits.memory'],
    [component('storage'), 'requests.storage'],
    [component('gpu'), 'requests.nvidia.com/gpu'],
    [component('pods'), 'pods'],
    [H100, 'requests.nvidia.com/gpu-h100'],
    [H200, 'requests.nvidia.com/gpu-h200'],
    [component('cpu', { k8s_resource: 'example.com/cpu' }), 'requests.example.com/cpu'],
    [component('licenses'), undefined],
    [component('constructor'), undefined],
  ])(
    'follows from its type, or else from its resource (S1-040 to S1-044, S1-073, S1-074, U6, U25, U26)',
    (one, key) => {
      expect(quotaKeyOf(one)).toBe(key);
    },
  );

  test('may belong to one component only', () => {
    expect(typesWithTakenKey([component('ram'), component('memory'), component('x'), component('y')])).toEqual([
      'memory',
    ]);
    expect(typesWithTakenKey([component('gpu'), H100])).toEqual([]);
  });
});

describe('amounts', () => {
  test.each([
    ['limits.cpu', 4, '4000m'],
    ['limits.cpu', 1.5, '1500m'],
    ['limits.memory', 8, '8192Mi'],
    ['limits.memory', 0.5, '512Mi'],
    ['requests.storage', 100, '102400Mi'],
    ['requests.storage', 1.5, '1024Mi'],
    ['requests.nvidia.com/gpu', 2, '2'],
    ['pods', 1.9, '1'],
  ])('of %s: %d is written as %s (U39, U52)', (key, amount, text) => {
    expect(formatAmount(key, amount)).toBe(text);
  });

  test.each([
    ['limits.cpu', '5000m', 5],
    ['limits.cpu', '5', 5],
    ['limits.memory', '3Gi', 3],
    ['limits.memory', '3072Mi', 3],
    ['limits.memory', '1073741824', 1],
    ['requests.memory', '1Ti', 1024],
    ['requests.storage', '10Gi', 10],
    ['requests.storage', '2147483648k', 2000],
    ['requests.nvidia.com/gpu', '4', 4],
    ['pods', '1e2', 100],
    ['pods', 'many', undefined],
  ])('of %s: %s is read as %d (U38, U53)', (key, text, amount) => {
    expect(readAmount(key, text)).toBe(amount);
  });
});

describe('the quota of a project', () => {
  const components = [component('cpu'), component('ram', { unit_factor: 2 }), component('storage'), H100, H200];
  test('has the limits of the order in Kubernetes’ units, each with its factor (S1-038, S1-052, S1-063, S1-064, U18, U28, U29, U50)', () => {
    expect(quotaOf(components, { cpu: 4, ram: 8, storage: 100, gpu_h100: 2, gpu_h200: 4, other: 9 })).toEqual({
      'limits.cpu': '4000m',
      'limits.memory': '16384Mi',
      'requests.storage': '102400Mi',
      'requests.nvidia.com/gpu-h100': '2',
      'requests.nvidia.com/gpu-h200': '4',
    });
  });
  test('leaves out what has no limit, and what is only reported (S1-065, U19)', () => {
    expect(quotaOf([component('storage', { billing_type: 'usage' }), component('pods')], { storage: 5 })).toEqual({});
  });
  test('is an object of the namespace', () => {
    expect(resourceQuotaObject('waldur-web', { pods: '5' })).toMatchObject({
      ...{ apiVersion: 'v1', kind: 'ResourceQuota', spec: { hard: { pods: '5' } } },
      metadata: { name: 'custom-resource-quota', namespace: 'waldur-web' },
    });
  });
  test('is in Rancher under Rancher’s names, with nothing for further namespaces', () => {
    const quota = { 'limits.cpu': '4000m', 'requests.nvidia.com/gpu': '2' };
    expect(rancherLimit({ 'limits.memory': '1Mi', 'requests.storage': '1Mi', pods: '1' })).toEqual({
      ...{ limitsMemory: '1Mi', requestsStorage: '1Mi', pods: '1' },
    });
    expect(rancherQuotas(quota)).toEqual({
      resourceQuota: { limit: { limitsCpu: '4000m', extended: { 'requests.nvidia.com/gpu': '2' } } },
      namespaceDefaultResourceQuota: { limit: { limitsCpu: '0', extended: { 'requests.nvidia.com/gpu': '0' } } },
    });
    expect(rancherQuotas({})).toEqual({ resourceQuota: null, namespaceDefaultResourceQuota: null });
  });
  test('needs room for both while it changes', () => {
    const before = { 'limits.cpu': '4000m', 'limits.memory': '1024Mi' };
    expect(largerQuota(before, { 'limits.cpu': '2', 'limits.memory': '2Gi', pods: '5' })).toEqual({
      ...{ 'limits.cpu': '4000m', 'limits.memory': '2Gi', pods: '5' },
    });
  });
});
