import { isSameValue } from '../_core/same-value.ts';
import type { ServiceSettings } from './service-settings.ts';

/** Addresses and credentials of backends. Secrets that Rancher shows when it calls are not among them. */
function waysOf({ type, options, secretRevisions = {} }: ServiceSettings): object {
  const { webhook: _, ...credentials } = secretRevisions;
  if (type === 'OpenStack') return { options, credentials };
  const { backendUrl, verifyTls, privateRegistry, vault, keycloak, argocd } = options;
  return { backendUrl, verifyTls, privateRegistry, vault, keycloak, argocd, credentials };
}

/** Whether a change affects an address or a credential of a backend. */
export const isReachedOtherwise = (before: ServiceSettings, after: ServiceSettings): boolean =>
  !isSameValue(waysOf(before), waysOf(after));
