import type { Uuid } from './identifier.ts';

/**
 * Prefixes of secrets: a function's role can read the secrets below some prefixes only (docs/spec/design.md#secrets).
 */
export const SECRET_PREFIXES = [
  'rancher',
  'openstack',
  'vault',
  'keycloak',
  'argocd',
  'webhook',
  'registration',
  'smtp',
  'hook',
  'mail-key',
  'hook-key',
] as const;
export type SecretPrefix = (typeof SECRET_PREFIXES)[number];

/**
 * `paddock/<stage>/<prefix>/<uuid>`.
 * `rancher`, `vault`, `keycloak`, `argocd`, `webhook`: the provider's uuid. `openstack`: the settings' (with a
 * revision, see `settingsSecretName`) or the tenant's.
 * `registration`: the cluster's or an added node's. It has what machines join with, and is deleted once they are made.
 * `smtp`: `SMTP_ACCOUNT`. `hook`: the hook's. `mail-key` and `hook-key`: `STAGE_KEY`.
 */
export function secretName(stage: string, prefix: SecretPrefix, uuid: Uuid): string {
  return `paddock/${stage}/${prefix}/${uuid}`;
}

/** The account at the installation's mail server: `{"username": …, "password": …}`. An operator stores it. */
export const SMTP_ACCOUNT = 'account';

/** The stage's key of a kind (`key-ring.ts`), which the deployment generates. */
export const STAGE_KEY = 'stage';

/** The secret of a confidential client of the OIDC provider, as plain text. An operator stores it. */
export const oidcSecretName = (stage: string): string => `paddock/${stage}/oidc-client`;
