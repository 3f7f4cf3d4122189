import { Invalid } from '#shared/errors';
import type { PluginOptions } from '../providers/plugin-options.ts';
import type { RancherSettings } from '../providers/service-settings.ts';
import type { RancherOffering } from './offering.ts';

/** Releases that an offering sells, as Rancher writes them; the default is what an order without a choice gets. */
export type OfferedVersions = { versions: readonly string[]; default: string };

/** Those that the offering lists, or the provider's only one. */
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

/** Throws Invalid naming what is offered. */
export function chosenVersion(wanted: string | undefined, offered: OfferedVersions): string {
  if (wanted === undefined) return offered.default;
  if (offered.versions.includes(wanted)) return wanted;
  const others = offered.versions.join(', ');
  throw new Invalid({ kubernetes_version: [`${wanted} is not offered. Choose one of: ${others}.`] });
}

/** The provider's settings as they hold for a cluster of the release that is ordered. Throws Invalid where it is not offered. */
export function atOrderedVersion(
  settings: RancherSettings,
  { pluginOptions }: Pick<RancherOffering, 'pluginOptions'>,
  { kubernetesVersion }: { kubernetesVersion?: string | undefined },
): RancherSettings {
  const k8sVersion = chosenVersion(kubernetesVersion, offeredVersions(pluginOptions, settings));
  return { ...settings, options: { ...settings.options, k8sVersion } };
}
