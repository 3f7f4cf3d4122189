import { describe, expect, test } from 'vitest';
import { kubernetesVersionOf, operatingSystemOf } from './machine-image.ts';

const image = { id: 'image-1', name: 'ubuntu', minDiskGb: 10, minRamMb: 0 };

describe('an image', () => {
  test.each([
    ['ubuntu', 'ubuntu'],
    ['ubuntu-focal', 'ubuntu-focal'],
    ['debian', 'debian'],
    ['flatcar', 'flatcar'],
    ['rockylinux', 'rockylinux'],
    ['centos', undefined],
    ['Ubuntu', undefined],
    [undefined, undefined],
  ])('with os_distro %s is for the system %s (M21)', (osDistro, system) => {
    expect(operatingSystemOf({ ...image, ...(osDistro !== undefined && { osDistro }) })).toBe(system);
  });

  test.each([
    ['ubuntu-2204-kube-v1.33.5', undefined, 'v1.33.5'],
    ['flatcar-stable-kube-1.34.0', undefined, 'v1.34.0'],
    ['kubernetes-1.33.5', undefined, 'v1.33.5'],
    ['anything', 'v1.33.6', 'v1.33.6'],
    ['ubuntu-2204-kube-v1.33.5', '1.33.6', 'v1.33.6'],
    ['ubuntu-24.04', undefined, undefined],
    ['ubuntu-22.04.1', undefined, undefined],
    ['debian-12-20260115.1.2', undefined, undefined],
  ])('%s with kube_version %s has Kubernetes %s (S3-025)', (name, kubeVersion, version) => {
    expect(kubernetesVersionOf({ ...image, name, ...(kubeVersion !== undefined && { kubeVersion }) })).toBe(version);
  });
});
