import { describe, expect, test } from 'vitest';
import { Invalid } from '#shared/errors';
import { resolveLabels } from './resolve-labels.ts';

const template = { kube_tag: 'v1.33.5', boot_volume_size: '20', octavia_provider: 'ovn' };
const resolve = (ordered: Record<string, string> | undefined, merge = false) =>
  resolveLabels({ template, ordered, merge, driver: 'calico', kubernetesVersion: 'v1.34.1' });

describe('the labels of a cluster', () => {
  test('are those of the template if the order has none (M26)', () => {
    const none = { overridden: {}, added: {}, skipped: {} };
    expect(resolve(undefined)).toMatchObject({ labels: template, ...none });
    expect(resolve(undefined, true)).toMatchObject({ labels: template, ...none });
  });

  test('are those of the order alone unless they are merged (M26)', () => {
    expect(resolve({ kube_tag: 'v1.34.0', calico_tag: 'v3.32.1' })).toMatchObject({
      labels: { kube_tag: 'v1.34.0', calico_tag: 'v3.32.1' },
      overridden: { kube_tag: 'v1.33.5' },
      added: { calico_tag: 'v3.32.1' },
      skipped: { boot_volume_size: '20', octavia_provider: 'ovn' },
    });
  });

  test('are merged if the order asks for it (M26)', () => {
    expect(resolve({ kube_tag: 'v1.34.0', calico_tag: 'v3.32.1' }, true)).toMatchObject({
      labels: { ...template, kube_tag: 'v1.34.0', calico_tag: 'v3.32.1' },
      overridden: { kube_tag: 'v1.33.5' },
      added: { calico_tag: 'v3.32.1' },
      skipped: {},
    });
  });

  test('are refused by name, also if only both together contradict each other (M22)', () => {
    expect(() => resolve({ octavia_lb_algorithm: 'ROUND_ROBIN' })).not.toThrow();
    expect(() => resolve({ octavia_lb_algorithm: 'ROUND_ROBIN' }, true)).toThrow(Invalid);
    expect(() => resolve({ kube_tags: 'v1.34.0' })).toThrow(
      'labels: kube_tags: Unknown label. Did you mean "kube_tag"?',
    );
  });
});

describe('a default that depends on something else', () => {
  test.each([
    [{}, { kube_tag: 'v1.34.1', cloud_provider_tag: 'v1.34.0', octavia_lb_algorithm: 'ROUND_ROBIN' }],
    [{ kube_tag: 'v1.33.2' }, { kube_tag: 'v1.33.2', cloud_provider_tag: 'v1.33.0' }],
    [{ kube_tag: 'v1.36.0' }, { cloud_provider_tag: 'v1.35.0' }],
    [{ kube_tag: 'v1.33.2', cloud_provider_tag: 'v1.33.1' }, { cloud_provider_tag: 'v1.33.1' }],
    [{ octavia_provider: 'ovn' }, { octavia_lb_algorithm: 'SOURCE_IP_PORT' }],
  ])('follows from %j', (labels, values) => {
    expect(resolve(labels).values).toMatchObject(values);
  });
});
