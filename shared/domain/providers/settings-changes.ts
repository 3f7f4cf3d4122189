import { isSameValue } from '../_core/deep-equal.ts';
import type { RancherOptions, ServiceSettings } from './service-settings.ts';

/**
 * Addresses and credentials with which Paddock calls backends. The webhook secret is left out, because Rancher calls
 * Paddock with it.
 */
function waysOf({ type, options, secretRevisions = {} }: ServiceSettings): object {
  const { webhook: _, ...credentials } = secretRevisions;
  if (type !== 'Rancher') return { options, credentials };
  const { backendUrl, verifyTls, privateRegistry, vault, keycloak, argocd } = options;
  return { backendUrl, verifyTls, privateRegistry, vault, keycloak, argocd, credentials };
}

/** Whether a change affects the address or credential of a backend. */
export const isConnectionChanged = (before: ServiceSettings, after: ServiceSettings): boolean =>
  !isSameValue(waysOf(before), waysOf(after));

/**
 * Options whose change moves a provider to another Keycloak, or to none: `keycloak_url`, `keycloak_realm`. The
 * provider's groups and members would stay in the earlier Keycloak, and no job would delete them there.
 */
export function changedKeycloak({ keycloak: before }: RancherOptions, { keycloak: after }: RancherOptions): string[] {
  if (before === undefined) return [];
  return [
    ...(after?.url === before.url ? [] : ['keycloak_url']),
    ...(after === undefined || after.realm === before.realm ? [] : ['keycloak_realm']),
  ];
}
