import type { Uuid } from './identifier.ts';

/** What has a prefix of its own: a function's role reads the secrets below some prefixes only (design decision 12). */
export const SECRET_PREFIXES = [
  'rancher',
  'openstack',
  'vault',
  'keycloak',
  'argocd',
  'webhook',
  'registration',
] as const;
export type SecretPrefix = (typeof SECRET_PREFIXES)[number];

/**
 * `paddock/<stage>/<prefix>/<uuid>`: uuid is the provider's for `rancher`, `vault`, `keycloak`, `argocd`, `webhook`, the settings' or tenant's for `openstack`
 * (those of settings have a revision behind it: `settingsSecretName`), the cluster's, or an added node's, for `registration` (what machines
 * join with, kept only while they are being made).
 */
export function secretName(stage: string, prefix: SecretPrefix, uuid: Uuid): string {
  return `paddock/${stage}/${prefix}/${uuid}`;
}
