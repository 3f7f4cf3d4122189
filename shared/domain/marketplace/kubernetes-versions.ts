import { Invalid } from '#shared/errors';
import type { PluginOptions } from '../providers/plugin-options.ts';
import type { RancherSettings } from '../providers/service-settings.ts';
import type { RancherOffering } from './offering.ts';

/** The releases of an offering, by Rancher's names. `default` is for orders that name none. */
export type OfferedVersions = { versions: readonly string[]; default: string };

/** The releases on the offering's list or, without a list, the provider's only release. */
export function offeredVersions(
  { kubernetes_versions: listed = [] }: Pick<PluginOptions, 'kubernetes_versions'>,
  { options: { k8sVersion } }: Pick<RancherSettings, 'options'>,
): OfferedVersions {
  const [first = k8sVersion] = listed;
  return {
    versions: listed.length > 0 ? listed : [k8sVersion],
    default: listed.includes(k8sVersion) ? k8sVersion : first,
  };
}

/** The wanted release, or the default. Throws Invalid, which names the offered releases, if the wanted one is not offered. */
export function chosenVersion(wanted: string | undefined, offered: OfferedVersions): string {
  if (wanted === undefined) return offered.default;
  if (offered.versions.includes(wanted)) return wanted;
  const others = offered.versions.join(', ');
  throw new Invalid({ kubernetes_version: [`${wanted} is not offered. Choose one of: ${others}.`] });
}

/** The provider's settings for a cluster of the ordered release. Throws Invalid when it is not offered. */
export function atOrderedVersion(
  settings: RancherSettings,
  { pluginOptions }: Pick<RancherOffering, 'pluginOptions'>,
  { kubernetesVersion }: { kubernetesVersion?: string | undefined },
): RancherSettings {
  const k8sVersion = chosenVersion(kubernetesVersion, offeredVersions(pluginOptions, settings));
  return { ...settings, options: { ...settings.options, k8sVersion } };
}
