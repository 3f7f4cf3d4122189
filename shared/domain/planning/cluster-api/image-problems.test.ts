import { expect, test } from 'vitest';
import { imageProblems } from './image-problems.ts';

const image = { id: 'image-1', name: 'ubuntu-kube-v1.33.5', minDiskGb: 10, minRamMb: 0, osDistro: 'ubuntu' };
const problems = (fields: object, kubernetesVersion = 'v1.33.5') =>
  imageProblems({ ...image, ...fields }, kubernetesVersion);

test('an image with a system, a disk bus and the version that the cluster wants is right (S3-021, M21)', () => {
  expect(problems({ diskBus: 'scsi' })).toEqual([]);
  expect(problems({ name: 'ubuntu' }, 'v1.34.0')).toEqual([]);
});

test.each([
  [
    'has no os_distro',
    { osDistro: undefined },
    'Image ubuntu-kube-v1.33.5 has no property os_distro. It must be one of',
  ],
  [
    'has another os_distro',
    { osDistro: 'centos' },
    'Image ubuntu-kube-v1.33.5 has os_distro centos. It must be one of',
  ],
  ['has another disk bus', { diskBus: 'ide' }, 'Image ubuntu-kube-v1.33.5 has hw_disk_bus ide. It must be one of'],
  [
    'has another version of Kubernetes',
    { kubeVersion: 'v1.32.1' },
    'Image ubuntu-kube-v1.33.5 has Kubernetes v1.32.1, and the cluster wants v1.33.5.',
  ],
])('an image that %s is refused with the reason (S3-021, S3-025, M21)', (_case, fields, text) => {
  expect(problems(fields)).toEqual([expect.stringContaining(text)]);
});

test('every problem of an image is named', () => {
  expect(problems({ osDistro: 'centos', diskBus: 'ide', kubeVersion: 'v1.32.1' })).toHaveLength(3);
});
