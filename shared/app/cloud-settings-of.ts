import type { Uuid } from '../domain/identifier.ts';
import type { OpenStackSettings } from '../domain/service-settings.ts';
import { Misconfigured } from '../errors.ts';
import type { Store } from '../ports/store.ts';

/** The cloud with this uuid. Throws NotFound when there is none, Misconfigured when the settings are not an OpenStack's. */
export async function cloudSettingsOf(
  { store }: { store: Pick<Store, 'settings'> },
  settingsUuid: Uuid,
): Promise<OpenStackSettings> {
  const settings = await store.settings.get(settingsUuid);
  if (settings.type !== 'OpenStack') throw new Misconfigured(`${settings.name} is not an OpenStack cloud`);
  return settings;
}
