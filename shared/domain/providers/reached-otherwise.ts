import { isSameValue } from '../_core/same-value.ts';
import type { ServiceSettings } from './service-settings.ts';

/** Where backends are and as whom they are asked. What Rancher shows when it calls is no part of it. */
function waysOf({ type, options, secretRevisions = {} }: ServiceSettings): object {
  const { webhook: _, ...credentials } = secretRevisions;
  if (type === 'OpenStack') return { options, credentials };
  const { backendUrl, verifyTls, privateRegistry, vault, keycloak, argocd } = options;
  return { backendUrl, verifyTls, privateRegistry, vault, keycloak, argocd, credentials };
}

/** Whether a change is about an address or a credential of a backend. */
export const isReachedOtherwise = (before: ServiceSettings, after: ServiceSettings): boolean =>
  !isSameValue(waysOf(before), waysOf(after));
