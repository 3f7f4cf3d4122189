import type { Uuid } from './identifier.ts';

/** What has a prefix of its own: a function's role reads the secrets below some prefixes only (docs/spec/design.md#secrets). */
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
 * `paddock/<stage>/<prefix>/<uuid>`: uuid is the provider's for `rancher`, `vault`, `keycloak`, `argocd`, `webhook`, the settings' or tenant's for `openstack`
 * (those of settings have a revision behind it: `settingsSecretName`), the cluster's, or an added node's, for `registration` (what machines
 * join with, kept only while they are being made); for `smtp` it is `SMTP_ACCOUNT`, for `hook` the hook's; for `mail-key` and `hook-key` it is `STAGE_KEY`.
 */
export function secretName(stage: string, prefix: SecretPrefix, uuid: Uuid): string {
  return `paddock/${stage}/${prefix}/${uuid}`;
}

/** The one account at the installation's mail server: `{"username": …, "password": …}`, kept there by an operator. */
export const SMTP_ACCOUNT = 'account';

/** The stage's one key of a kind (`key-ring.ts`), which its deployment generates. */
export const STAGE_KEY = 'stage';

/** What a confidential client of the OIDC provider has, as it is; an operator puts it there. */
export const oidcSecretName = (stage: string): string => `paddock/${stage}/oidc-client`;
