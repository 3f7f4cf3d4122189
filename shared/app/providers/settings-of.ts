import type { Uuid } from '#shared/domain/_core/identifier';
import type {
  ClusterApiSettings,
  OpenStackSettings,
  ProviderSettings,
  RancherSettings,
} from '#shared/domain/providers/service-settings';
import { Conflict, Misconfigured } from '#shared/errors';
import type { Store } from '#shared/ports/store';

/**
 * Finds the provider with this uuid. Throws NotFound if no service settings have this uuid, and Misconfigured if the
 * service settings are of a cloud.
 */
export async function providerSettingsOf(
  { store }: { store: Pick<Store, 'settings'> },
  settingsUuid: Uuid,
): Promise<ProviderSettings> {
  const settings = await store.settings.get(settingsUuid);
  if (settings.type === 'OpenStack') throw new Misconfigured(`${settings.name} is a cloud, not a provider.`);
  return settings;
}

/**
 * Finds the provider of the type ClusterAPI with this uuid. Throws NotFound if no service settings have this uuid, and
 * Misconfigured if the service settings are of another type.
 */
export async function clusterApiSettingsOf(
  deps: { store: Pick<Store, 'settings'> },
  settingsUuid: Uuid,
): Promise<ClusterApiSettings> {
  const settings = await providerSettingsOf(deps, settingsUuid);
  if (settings.type !== 'ClusterAPI')
    throw new Misconfigured(`Provider ${settings.name} is not of the type ClusterAPI.`);
  return settings;
}

/**
 * Finds the provider of the type Rancher with this uuid. Throws NotFound if no service settings have this uuid, and
 * Misconfigured if the service settings are of a cloud. Throws Conflict if they are of a provider of another type,
 * because the call is possible only for clusters in Rancher.
 */
export async function rancherSettingsOf(
  { store }: { store: Pick<Store, 'settings'> },
  settingsUuid: Uuid,
): Promise<RancherSettings> {
  const settings = await providerSettingsOf({ store }, settingsUuid);
  if (settings.type === 'Rancher') return settings;
  throw new Conflict(`Provider ${settings.name} is not a Rancher. This call is possible for clusters in Rancher only.`);
}

/**
 * Finds the cloud with this uuid. Throws NotFound if no service settings have this uuid, and Misconfigured if the
 * service settings are not of a cloud.
 */
export async function cloudSettingsOf(
  { store }: { store: Pick<Store, 'settings'> },
  settingsUuid: Uuid,
): Promise<OpenStackSettings> {
  const settings = await store.settings.get(settingsUuid);
  if (settings.type !== 'OpenStack') throw new Misconfigured(`${settings.name} is not an OpenStack cloud.`);
  return settings;
}
