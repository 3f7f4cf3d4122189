import { describe, expect, test } from 'vitest';
import { clusterImages } from './cluster-images.ts';
import { cloudControllerManagerImage, kubernetesImages } from './kubernetes-images.ts';
import { imagesInManifest, mirroredManifest } from './manifest-images.ts';
import { mirroredImage } from './mirrored-image.ts';

const PREFIX = 'registry.example.org/kube';

describe('the name of an image in the cluster’s registry', () => {
  test.each([
    ['quay.io/calico/node:v3.31.3', 'calico/node:v3.31.3'],
    ['quay.io/cilium/operator-generic:v1.15.3', 'cilium-operator-generic:v1.15.3'],
    ['docker.io/k8scloudprovider/cinder-csi-plugin:v1.32.0', 'cinder-csi-plugin:v1.32.0'],
    ['registry.k8s.io/sig-storage/csi-attacher:v4.7.0', 'csi-attacher:v4.7.0'],
    ['registry.k8s.io/sig-storage/livenessprobe:v2.14.0', 'csi-livenessprobe:v2.14.0'],
    ['registry.k8s.io/provider-os/cinder-csi-plugin:v1.32.0', 'cinder-csi-plugin:v1.32.0'],
    ['registry.k8s.io/coredns/coredns:v1.12.0', 'coredns:v1.12.0'],
    ['registry.k8s.io/autoscaling/cluster-autoscaler:v1.33.0', 'cluster-autoscaler:v1.33.0'],
    ['registry.k8s.io/etcd:3.5.21-0', 'etcd:3.5.21-0'],
    ['registry.k8s.io/kube-apiserver:v1.33.5', 'kube-apiserver:v1.33.5'],
    ['registry.k8s.io/pause:3.10', 'pause:3.10'],
    [
      'registry.k8s.io/pause@sha256:ee6521f290b2168b6e0935a181d4cff9be1ac3f505666ef0e3c98fae8199917a',
      'pause@sha256:ee6521f290b2168b6e0935a181d4cff9be1ac3f505666ef0e3c98fae8199917a',
    ],
  ])('of %s is %s (M38)', (image, name) => {
    expect(mirroredImage(image, PREFIX)).toBe(`${PREFIX}/${name}`);
  });

  test('stays as it is without a registry, and if it has the registry already (M38)', () => {
    expect(mirroredImage('quay.io/calico/node:v3.31.3', undefined)).toBe('quay.io/calico/node:v3.31.3');
    expect(mirroredImage(`${PREFIX}/calico/node:v3.31.3`, `${PREFIX}/`)).toBe(`${PREFIX}/calico/node:v3.31.3`);
  });

  test.each(['docker.io/library/nginx:1.29', 'registry.k8s.io/ingress-nginx/controller:v1.13.0', 'nginx'])(
    'is refused for %s, for which there is no rule (M38)',
    (image) => {
      expect(() => mirroredImage(image, PREFIX)).toThrow(
        `Paddock does not know the name of image ${image} in the registry ${PREFIX}.`,
      );
    },
  );
});

describe('every image that Paddock has machines pull', () => {
  const versions = ['v1.30.14', 'v1.31.13', 'v1.32.9', 'v1.33.5', 'v1.34.1', 'v1.35.0', 'v1.36.1'];

  test.each(versions)('has a name in the cluster’s registry: Kubernetes %s (M38, S3-037)', (version) => {
    const images = [...kubernetesImages(version), cloudControllerManagerImage(version)];
    expect(images.map((image) => mirroredImage(image, PREFIX).startsWith(`${PREFIX}/`))).toEqual(
      images.map(() => true),
    );
    expect(new Set(images.map((image) => mirroredImage(image, PREFIX))).size).toBe(images.length);
  });

  test('is not guessed for a version that is not known (M38)', () => {
    expect(() => kubernetesImages('v1.29.0')).toThrow('The images of Kubernetes v1.29.0 are not known.');
    expect(() => kubernetesImages('1.33')).toThrow('The images of Kubernetes 1.33 are not known.');
  });
});

test('the images of a cluster are listed with their names in its registry, each once (M38, S3-010)', () => {
  const manifests = new Map([
    [
      'pause.yaml',
      'spec: { containers: [{ image: "registry.k8s.io/pause:3.10" }, { image: "quay.io/calico/node:v3" }] }',
    ],
  ]);
  const images = clusterImages({ kubernetesVersion: 'v1.33.5', cloudProviderVersion: 'v1.33.0', manifests }, PREFIX);
  expect(images.map(({ image }) => image)).toEqual([
    'quay.io/calico/node:v3',
    'registry.k8s.io/coredns/coredns:v1.12.0',
    'registry.k8s.io/etcd:3.5.21-0',
    'registry.k8s.io/kube-apiserver:v1.33.5',
    'registry.k8s.io/kube-controller-manager:v1.33.5',
    'registry.k8s.io/kube-proxy:v1.33.5',
    'registry.k8s.io/kube-scheduler:v1.33.5',
    'registry.k8s.io/pause:3.10',
    'registry.k8s.io/provider-os/openstack-cloud-controller-manager:v1.33.0',
  ]);
  expect(images[0]).toEqual({ image: 'quay.io/calico/node:v3', mirrored: `${PREFIX}/calico/node:v3` });
});

describe('a manifest', () => {
  const manifest = `apiVersion: v1
kind: ConfigMap
metadata: { name: words }
data: { image: "not an image" }
---
apiVersion: batch/v1
kind: CronJob
spec:
  jobTemplate:
    spec:
      template:
        spec:
          initContainers: [{ name: a, image: "quay.io/calico/cni:v3.31.3" }]
          containers: [{ name: b, image: "registry.k8s.io/pause:3.10" }]
---
`;

  test('names its images, at any depth (M38)', () => {
    expect(imagesInManifest('x', manifest)).toEqual(['quay.io/calico/cni:v3.31.3', 'registry.k8s.io/pause:3.10']);
  });

  test('gets the names of the cluster’s registry, and keeps the rest (M38)', () => {
    const mirrored = mirroredManifest('x', manifest, PREFIX);
    expect(imagesInManifest('x', mirrored)).toEqual([`${PREFIX}/calico/cni:v3.31.3`, `${PREFIX}/pause:3.10`]);
    expect(mirrored).toContain('not an image');
    expect(mirroredManifest('x', manifest, undefined)).toBe(manifest);
  });

  test('is refused if it is not YAML', () => {
    expect(() => mirroredManifest('calico.yaml', 'a: [', PREFIX)).toThrow('The manifest calico.yaml is not YAML');
  });
});
