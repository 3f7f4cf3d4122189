import type { ProjectOffering } from '#shared/domain/marketplace/offering';
import type { ServiceSettings } from '#shared/domain/providers/service-settings';
import { Invalid } from '#shared/errors';

const NO_KEYCLOAK = 'The provider has no Keycloak. Set its option keycloak_url first.';

/** Throws Invalid if an offering of projects gives access through Keycloak, but its provider has no Keycloak. */
export function assertHasKeycloak(
  { pluginOptions }: Pick<ProjectOffering, 'pluginOptions'>,
  settings: ServiceSettings,
): void {
  if (!pluginOptions.keycloak_enabled) return;
  if (settings.type === 'Rancher' && settings.options.keycloak) return;
  throw new Invalid({ plugin_options: { keycloak_enabled: [NO_KEYCLOAK] } });
}
