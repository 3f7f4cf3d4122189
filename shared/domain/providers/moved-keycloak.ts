import type { RancherOptions } from './service-settings.ts';

/**
 * Options by which a change names another Keycloak, or none: `keycloak_url`, `keycloak_realm`. Groups that a provider has in the one
 * before would stay there for ever, with their members, since nobody would look for them any more.
 */
export function movedKeycloak({ keycloak: before }: RancherOptions, { keycloak: after }: RancherOptions): string[] {
  if (before === undefined) return [];
  return [
    ...(after?.url === before.url ? [] : ['keycloak_url']),
    ...(after === undefined || after.realm === before.realm ? [] : ['keycloak_realm']),
  ];
}
