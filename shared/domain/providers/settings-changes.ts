import { isSameValue } from '../_core/values/deep-equal.ts';
import type { RancherOptions, ServiceSettings } from './service-settings.ts';

/**
 * Addresses and credentials with which Paddock calls backends. The webhook secret is left out, because Paddock calls no
 * backend with the webhook secret.
 */
function connectionOf({ type, options, secretRevisions = {} }: ServiceSettings): object {
  const { webhook: _, ...credentials } = secretRevisions;
  if (type !== 'Rancher') return { options, credentials };
  const { backendUrl, verifyTls, privateRegistry, vault, keycloak, argocd, waldur } = options;
  return { backendUrl, verifyTls, privateRegistry, vault, keycloak, argocd, waldur, credentials };
}

/** Whether a change affects the address or credential of a backend. */
export const isConnectionChanged = (before: ServiceSettings, after: ServiceSettings): boolean =>
  !isSameValue(connectionOf(before), connectionOf(after));

/**
 * The changed options that move a provider to another Keycloak or remove its Keycloak: `keycloak_url`,
 * `keycloak_realm`. After such a change, the provider's groups and members would stay in the earlier Keycloak. No job
 * would delete them there.
 */
export function changedKeycloak({ keycloak: before }: RancherOptions, { keycloak: after }: RancherOptions): string[] {
  if (before === undefined) return [];
  return [
    ...(after?.url === before.url ? [] : ['keycloak_url']),
    ...(after === undefined || after.realm === before.realm ? [] : ['keycloak_realm']),
  ];
}
