import { Misconfigured } from '#shared/errors';

/**
 * Versions of the programs that kubeadm installs besides Kubernetes, by minor version of Kubernetes. The versions are
 * from `constants.go` of kubeadm.
 */
type Companions = { etcd: string; coredns: string; pause: string };
const COMPANIONS: Readonly<Record<number, Companions>> = {
  30: { etcd: '3.5.15-0', coredns: 'v1.11.3', pause: '3.9' },
  31: { etcd: '3.5.15-0', coredns: 'v1.11.3', pause: '3.10' },
  32: { etcd: '3.5.16-0', coredns: 'v1.11.3', pause: '3.10' },
  33: { etcd: '3.5.21-0', coredns: 'v1.12.0', pause: '3.10' },
  34: { etcd: '3.6.4-0', coredns: 'v1.12.1', pause: '3.10.1' },
  35: { etcd: '3.6.6-0', coredns: 'v1.13.1', pause: '3.10.1' },
  36: { etcd: '3.6.8-0', coredns: 'v1.14.2', pause: '3.10.2' },
};

const VERSION = /^v1\.(\d+)\.\d+(?:[-+].*)?$/;

function companionsOf(version: string): Companions {
  const companions = COMPANIONS[Number(VERSION.exec(version)?.[1])];
  if (!companions) throw new Misconfigured(`The images of Kubernetes ${version} are not known.`);
  return companions;
}

/**
 * The image of the pause container, which holds the network of a pod. The configuration of containerd must name this
 * image, because containerd itself starts the pause container.
 */
export const pauseImage = (version: string): string => `registry.k8s.io/pause:${companionsOf(version).pause}`;

/**
 * The images that kubeadm installs.
 * @param version of Kubernetes: `v1.33.5`
 * @throws Misconfigured for a minor version that is not known
 */
export function kubernetesImages(version: string): string[] {
  const { etcd, coredns } = companionsOf(version);
  const components = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kube-proxy'];
  return [
    ...components.map((name) => `registry.k8s.io/${name}:${version.replace('+', '_')}`),
    `registry.k8s.io/etcd:${etcd}`,
    `registry.k8s.io/coredns/coredns:${coredns}`,
    pauseImage(version),
  ];
}

/**
 * The image of the program that connects nodes and Services to OpenStack. The program's versions follow those of
 * Kubernetes, such as `v1.33.0`.
 */
export const cloudControllerManagerImage = (version: string): string =>
  `registry.k8s.io/provider-os/openstack-cloud-controller-manager:${version}`;
