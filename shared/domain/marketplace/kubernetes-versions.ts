import { Invalid } from '#shared/errors';
import type { ClusterApiRequest } from '../planning/cluster-api/cluster-request.ts';
import { problemOfLabel } from '../planning/cluster-api/template-labels.ts';
import type { PluginOptions } from '../providers/plugin-options.ts';
import type { ProviderSettings } from '../providers/service-settings.ts';
import type { RancherOffering } from './offering.ts';

/** The Kubernetes releases of an offering, with Rancher's names. An order that names no release gets `default`. */
export type OfferedVersions = { versions: readonly string[]; default: string };

/** The releases in the offering's list. If the offering has no list, only the provider's release is offered. */
export function offeredVersions(
  { kubernetes_versions: listed = [] }: Pick<PluginOptions, 'kubernetes_versions'>,
  { options: { k8sVersion } }: { options: Pick<ProviderSettings['options'], 'k8sVersion'> },
): OfferedVersions {
  const [first = k8sVersion] = listed;
  return {
    versions: listed.length > 0 ? listed : [k8sVersion],
    default: listed.includes(k8sVersion) ? k8sVersion : first,
  };
}

/**
 * The wanted release, or the default release if none is wanted. Throws Invalid for a release that is not offered. The
 * error names the offered releases.
 */
export function chosenVersion(wanted: string | undefined, offered: OfferedVersions): string {
  if (wanted === undefined) return offered.default;
  if (offered.versions.includes(wanted)) return wanted;
  const others = offered.versions.join(', ');
  throw new Invalid({ kubernetes_version: [`${wanted} is not offered. Choose one of: ${others}.`] });
}

/** The wanted version of a Cluster API cluster. Throws Invalid if it is no version. */
function freeVersion(wanted: string): string {
  const problem = problemOfLabel('kube_tag', wanted);
  if (problem !== undefined) throw new Invalid({ kubernetes_version: [problem] });
  return wanted;
}

type Versioned = { kubernetesVersion?: string | undefined; clusterApi?: ClusterApiRequest | undefined };
/**
 * The provider's settings, but with the release of the order. Throws Invalid if the release is not offered, or is no
 * version.
 */
export function atOrderedVersion<S extends ProviderSettings>(
  settings: S,
  { pluginOptions }: Pick<RancherOffering, 'pluginOptions'>,
  { kubernetesVersion, clusterApi }: Versioned,
): S {
  // An empty label is not set.
  const wanted = kubernetesVersion ?? (clusterApi?.spec.labels.kube_tag || undefined);
  const offered = offeredVersions(pluginOptions, settings);
  // Offerings of Cluster API need no list of versions, because the label `kube_tag` of a template names the version.
  const isFree = clusterApi !== undefined && pluginOptions.kubernetes_versions === undefined;
  const k8sVersion = isFree && wanted !== undefined ? freeVersion(wanted) : chosenVersion(wanted, offered);
  return { ...settings, options: { ...settings.options, k8sVersion } };
}
