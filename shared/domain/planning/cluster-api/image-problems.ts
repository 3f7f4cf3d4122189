import type { Image } from '../cloud-facts.ts';
import { diskBus, kubernetesVersionOf, operatingSystem, operatingSystemOf } from './machine-image.ts';

const listOf = (values: readonly string[]): string => values.join(', ');

/** Reasons why machines with this version of Kubernetes cannot use an image. Empty if they can use the image. */
export function imageProblems(image: Image, kubernetesVersion: string): string[] {
  const { name, osDistro, diskBus: bus } = image;
  const [system, version] = [operatingSystemOf(image), kubernetesVersionOf(image)];
  return [
    ...(osDistro === undefined
      ? [`Image ${name} has no property os_distro. It must be one of ${listOf(operatingSystem.options)}.`]
      : []),
    ...(osDistro !== undefined && system === undefined
      ? [`Image ${name} has os_distro ${osDistro}. It must be one of ${listOf(operatingSystem.options)}.`]
      : []),
    ...(bus !== undefined && !diskBus.safeParse(bus).success
      ? [`Image ${name} has hw_disk_bus ${bus}. It must be one of ${listOf(diskBus.options)}.`]
      : []),
    ...(version !== undefined && version !== kubernetesVersion
      ? [`Image ${name} has Kubernetes ${version}, and the cluster wants ${kubernetesVersion}.`]
      : []),
  ];
}
