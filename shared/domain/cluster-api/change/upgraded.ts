import { Invalid } from '#shared/errors';
import { Refusals } from '../../_core/refusals.ts';
import type { TenantFacts } from '../../planning/cloud-facts.ts';
import type { ClusterApiSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { imageProblems } from '../../planning/cluster-api/image-problems.ts';
import { addOnsOf, textsOf } from '../../planning/cluster-api/label-parts.ts';
import { diskBus, operatingSystemOf } from '../../planning/cluster-api/machine-image.ts';
import { named } from '../../planning/cluster-api/named-object.ts';
import { CLASS_VERSION } from '../../planning/cluster-api/plan-cluster-api.ts';
import { resolveLabels } from '../../planning/cluster-api/resolve-labels.ts';
import { type SeenVersions, versionProblem } from './check-version.ts';
import type { ClusterForm } from './cluster-form.ts';
import type { WantedChange } from './wanted-change.ts';

/** A wanted version of Kubernetes, and an image with this version. */
export type Upgrade = {
  kubernetesVersion: string;
  /** Name or id of an image. If absent, the machines keep their present image. */
  image?: string | undefined;
  /** How many machines of a node group are replaced at the same time. */
  maxBatchSize?: number | undefined;
};

/**
 * If the cloud controller manager has the default version for the old version of Kubernetes, it gets the default
 * version for the new version of Kubernetes. Any other version stays.
 */
function withVersion(spec: ClusterApiSpec, before: string, kubernetesVersion: string): ClusterApiSpec {
  const { networkDriver } = spec.addOns;
  const resolve = (labels: Record<string, string>) =>
    resolveLabels({ template: {}, ordered: labels, merge: false, driver: networkDriver, kubernetesVersion }).values;
  const { cloud_provider_tag: tag, kube_tag: _former, ...others } = spec.labels;
  const isDefault = tag === resolve({ ...others, kube_tag: before }).cloud_provider_tag;
  const kept = isDefault || tag === undefined ? others : { ...others, cloud_provider_tag: tag };
  const values = resolve({ ...kept, kube_tag: kubernetesVersion });
  const { cloudProviderVersion } = addOnsOf({ networkDriver }, values);
  return { ...spec, labels: textsOf(values), addOns: { ...spec.addOns, cloudProviderVersion } };
}

type Facts = { versions: SeenVersions; tenant: Pick<TenantFacts, 'tenant' | 'images'> };

/**
 * The image of all machines, and the settings that depend on the image. Problems of the image are added to `refused`.
 * Undefined if the image does not exist, or if its operating system is not known.
 */
function imageOf(
  { image: wanted, kubernetesVersion }: Upgrade,
  { imageId }: ClusterApiSpec['controlPlane'],
  { tenant, images }: Facts['tenant'],
  refused: Refusals,
) {
  const image = named(images, wanted ?? imageId);
  if (!image) {
    refused.add('image_id', `Tenant ${tenant.name} has no image ${wanted ?? imageId}.`);
    return undefined;
  }
  for (const problem of imageProblems(image, kubernetesVersion)) refused.add('image_id', problem);
  const operatingSystem = operatingSystemOf(image);
  if (!operatingSystem) return undefined;
  return { image, setup: { operatingSystem, diskBus: diskBus.safeParse(image.diskBus).data ?? ('virtio' as const) } };
}

/**
 * The cluster with another version of Kubernetes, an image of this version, and the newest version of the ClusterClass.
 * All other fields stay. All fields are checked before any field is written. Throws Invalid with an error for each
 * wrong field.
 */
export function upgraded(
  { spec, kubernetesVersion: before }: ClusterForm,
  upgrade: Upgrade,
  facts: Facts,
): WantedChange {
  const refused = new Refusals();
  const { kubernetesVersion, maxBatchSize } = upgrade;
  const problem = versionProblem(kubernetesVersion, facts.versions);
  if (problem !== undefined) refused.add('kube_tag', problem);
  const found = imageOf(upgrade, spec.controlPlane, facts.tenant, refused);
  if (!found || !refused.isEmpty) throw new Invalid(refused.byField);
  const { image, setup } = found;
  const next = withVersion(spec, before, kubernetesVersion);
  return {
    spec: {
      ...next,
      ...setup,
      classVersion: CLASS_VERSION,
      controlPlane: { ...next.controlPlane, imageId: image.id, imageName: image.name },
      nodeGroups: next.nodeGroups.map((group) => ({
        ...group,
        imageId: image.id,
        ...(maxBatchSize !== undefined && { maxBatchSize }),
      })),
    },
    kubernetesVersion,
    chosen: [],
  };
}
