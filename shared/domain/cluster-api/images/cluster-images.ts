import { cloudControllerManagerImage, kubernetesImages } from './kubernetes-images.ts';
import { imagesInManifest } from './manifest-images.ts';
import { mirroredImage } from './mirrored-image.ts';

/** The inputs that determine the images of a cluster: the versions, and the manifests of the add-ons by name. */
type Contents = {
  kubernetesVersion: string;
  cloudProviderVersion?: string | undefined;
  manifests: ReadonlyMap<string, string>;
};
type ClusterImage = { image: string; mirrored: string };

/**
 * All images that the machines of a cluster pull, each with its name in the cluster's registry.
 * @param prefix the registry. Undefined if images keep their names.
 * @throws Misconfigured for an unknown version of Kubernetes, and for an image whose name in the registry is not known
 */
export function clusterImages(contents: Contents, prefix: string | undefined): ClusterImage[] {
  const { kubernetesVersion, cloudProviderVersion, manifests } = contents;
  const images = [
    ...kubernetesImages(kubernetesVersion),
    ...(cloudProviderVersion === undefined ? [] : [cloudControllerManagerImage(cloudProviderVersion)]),
    ...[...manifests].flatMap(([name, manifest]) => imagesInManifest(name, manifest)),
  ];
  return [...new Set(images)].sort().map((image) => ({ image, mirrored: mirroredImage(image, prefix) }));
}
