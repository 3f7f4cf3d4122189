import type { Uuid } from '../domain/identifier.ts';
import type { RancherSettings } from '../domain/service-settings.ts';
import { Misconfigured } from '../errors.ts';
import type { Store } from '../ports/store.ts';

/** The provider with this uuid. Throws NotFound when there is none, Misconfigured when the settings are not a Rancher's. */
export async function rancherSettingsOf(
  { store }: { store: Pick<Store, 'settings'> },
  settingsUuid: Uuid,
): Promise<RancherSettings> {
  const settings = await store.settings.get(settingsUuid);
  if (settings.type !== 'Rancher') throw new Misconfigured(`provider ${settings.name} is not a Rancher`);
  return settings;
}
