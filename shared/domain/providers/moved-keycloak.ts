import type { RancherOptions } from './service-settings.ts';

/**
 * Options that move a provider to another Keycloak, or to none: `keycloak_url`, `keycloak_realm`. Its groups in the
 * earlier one would stay there with their members, because nothing would look for them.
 */
export function movedKeycloak({ keycloak: before }: RancherOptions, { keycloak: after }: RancherOptions): string[] {
  if (before === undefined) return [];
  return [
    ...(after?.url === before.url ? [] : ['keycloak_url']),
    ...(after === undefined || after.realm === before.realm ? [] : ['keycloak_realm']),
  ];
}
