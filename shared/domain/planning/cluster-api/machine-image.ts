import { z } from 'zod';
import type { Image } from '../cloud-facts.ts';

/** Values of the property `os_distro` of images for machines of Cluster API, as in Magnum. */
export const operatingSystem = z.enum(['ubuntu', 'ubuntu-focal', 'debian', 'flatcar', 'rockylinux']);
type OperatingSystem = z.infer<typeof operatingSystem>;

/** Allowed values of the image property `hw_disk_bus`, which decides the device names of a machine's further disks. */
export const diskBus = z.enum(['virtio', 'scsi']);

/** The operating system of an image. Undefined if machines of Cluster API cannot be made from the image. */
export const operatingSystemOf = ({ osDistro }: Image): OperatingSystem | undefined =>
  operatingSystem.safeParse(osDistro).data;

/** A version in the name of an image: `ubuntu-2204-kube-v1.33.5`, `flatcar-kube-1.33.5`. */
const IN_NAME = /(?:kube-?|kubernetes-?|\b)v?(1\.\d{1,3}\.\d{1,3})(?![\d.])/i;

/** The version of Kubernetes that an image has, if its property `kube_version` or its name says so. */
export function kubernetesVersionOf({ kubeVersion, name }: Image): string | undefined {
  const [, found] = IN_NAME.exec(kubeVersion ?? '') ?? IN_NAME.exec(name) ?? [];
  return found && `v${found}`;
}
