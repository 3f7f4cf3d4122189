import type { Uuid } from './identifier.ts';

/** Prefixes of secrets' names. The role of a function may read secrets of some prefixes only (docs/spec/design.md#secrets). */
export const SECRET_PREFIXES = [
  'rancher',
  'openstack',
  'vault',
  'keycloak',
  'argocd',
  'webhook',
  'registration',
  'app',
  'smtp',
  'hook',
  'mail-key',
  'hook-key',
] as const;
export type SecretPrefix = (typeof SECRET_PREFIXES)[number];

/**
 * `paddock/<stage>/<prefix>/<uuid>`. Which object the uuid belongs to depends on the prefix:
 * `rancher`, `vault`, `keycloak`, `argocd`, `webhook`: the provider.
 * `openstack`: the service settings (with a revision, see `settingsSecretName`) or the tenant.
 * `registration`: the cluster or an added node. Machines join with this secret. It is deleted when they are made.
 * `app`: the operation. The secret contains answers for a chart. It is deleted when Helm has them.
 * `hook`: the hook.
 * `smtp` has `SMTP_ACCOUNT` in place of a uuid; `mail-key` and `hook-key` have `STAGE_KEY`.
 */
export function secretName(stage: string, prefix: SecretPrefix, uuid: Uuid): string {
  return `paddock/${stage}/${prefix}/${uuid}`;
}

/**
 * Stands in place of a uuid in the name of the secret with the login to the mail server: `{"username": …, "password":
 * …}`. An operator stores the secret.
 */
export const SMTP_ACCOUNT = 'account';

/**
 * Stands in place of a uuid in the names of secrets with a key of the stage (`key-ring.ts`). The deployment generates
 * the keys.
 */
export const STAGE_KEY = 'stage';

/**
 * Name of the secret that authenticates Paddock at the OIDC provider, as plain text. Only a confidential client has it.
 * An operator stores it.
 */
export const oidcSecretName = (stage: string): string => `paddock/${stage}/oidc-client`;
