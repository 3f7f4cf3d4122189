import { Misconfigured } from '#shared/errors';

/**
 * Rules for the names of images in the operator's own registry. Magnum's driver for Cluster API uses the same names, so
 * a registry that was filled for Magnum can be used. The rules are tried in this order.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/^quay\.io\/calico\//, 'calico/'],
  [/^quay\.io\/cilium\//, 'cilium-'],
  [/^(?:docker\.io\/)?k8scloudprovider\//, ''],
  [/^registry\.k8s\.io\/sig-storage\/livenessprobe(?=[:@]|$)/, 'csi-livenessprobe'],
  [/^registry\.k8s\.io\/(?:sig-storage|provider-os|coredns|autoscaling)\//, ''],
  [/^registry\.k8s\.io\/(?=(?:etcd|kube-[a-z-]+|pause)[:@])/, ''],
];

/**
 * The name of an image in the registry of a cluster. Without a registry, the image keeps its name.
 * @param prefix registry and path: `registry.example.org/kube`
 * @throws Misconfigured if there is no rule for the image, because a cluster without access to the internet could not
 * pull it
 */
export function mirroredImage(image: string, prefix: string | undefined): string {
  if (prefix === undefined) return image;
  const root = prefix.replace(/\/+$/, '');
  if (image.startsWith(`${root}/`)) return image;
  const [pattern, name] = RULES.find(([known]) => known.test(image)) ?? [];
  if (!pattern) throw new Misconfigured(`Paddock does not know the name of image ${image} in the registry ${root}.`);
  return `${root}/${image.replace(pattern, name ?? '')}`;
}
