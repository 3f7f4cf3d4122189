import type { Uuid } from '#shared/domain/_core/identifier';
import type { OpenStackSettings, RancherSettings } from '#shared/domain/providers/service-settings';
import { Misconfigured } from '#shared/errors';
import type { Store } from '#shared/ports/store';

/**
 * Finds the provider with this uuid. Throws NotFound if there is none, and Misconfigured if the settings are not a
 * provider's.
 */
export async function rancherSettingsOf(
  { store }: { store: Pick<Store, 'settings'> },
  settingsUuid: Uuid,
): Promise<RancherSettings> {
  const settings = await store.settings.get(settingsUuid);
  if (settings.type !== 'Rancher') throw new Misconfigured(`Provider ${settings.name} is not a Rancher.`);
  return settings;
}

/**
 * Finds the cloud with this uuid. Throws NotFound if there is none, and Misconfigured if the settings are not a
 * cloud's.
 */
export async function cloudSettingsOf(
  { store }: { store: Pick<Store, 'settings'> },
  settingsUuid: Uuid,
): Promise<OpenStackSettings> {
  const settings = await store.settings.get(settingsUuid);
  if (settings.type !== 'OpenStack') throw new Misconfigured(`${settings.name} is not an OpenStack cloud.`);
  return settings;
}
