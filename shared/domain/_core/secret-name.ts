import type { Uuid } from './identifier.ts';

/**
 * The first part of a secret's name. Each function may read only secrets with some of these prefixes
 * (docs/spec/design.md#secrets).
 */
export const SECRET_PREFIXES = [
  'rancher',
  'openstack',
  'vault',
  'keycloak',
  'argocd',
  'waldur',
  'cluster-api',
  'webhook',
  'registration',
  'cloud-credential',
  'app',
  'catalog',
  'smtp',
  'hook',
  'mail-key',
  'hook-key',
  'state-key',
] as const;
export type SecretPrefix = (typeof SECRET_PREFIXES)[number];

/**
 * `paddock/<stage>/<prefix>/<uuid>`. The object to which the uuid belongs depends on the prefix:
 * - `rancher`, `vault`, `keycloak`, `argocd`, `waldur`, `cluster-api`, `webhook`: the provider.
 * - `openstack`: the service settings (with a revision, see `settingsSecretName`) or the tenant.
 * - `registration`: the cluster or an added node. Machines join with this secret. The secret is deleted when the
 *   machines exist.
 * - `cloud-credential`: the cluster in one tenant (see `clusterCredentialUuid`). The secret contains the application
 *   credential with which other programs create the cluster's machines. The secret is deleted with the cluster.
 * - `app`: the operation. The secret contains answers for a chart. The secret is deleted when Helm has the answers.
 * - `catalog`: the login of a global catalog (`GlobalCatalog.accountUuid`).
 * - `hook`: the hook.
 * - `smtp`: no uuid, but `SMTP_ACCOUNT`.
 * - `mail-key`, `hook-key`, `state-key`: no uuid, but `STAGE_KEY`.
 */
export function secretName(stage: string, prefix: SecretPrefix, uuid: Uuid): string {
  return `paddock/${stage}/${prefix}/${uuid}`;
}

/**
 * The last part of the name of the mail server's secret. Most other secrets have a uuid there. The secret contains the
 * login to the mail server: `{"username": …, "password": …}`. An operator stores this secret.
 */
export const SMTP_ACCOUNT = 'account';

/**
 * Names of secrets that belong to the whole stage contain this text in place of a uuid (`key-ring.ts`). The deployment
 * generates these secrets.
 */
export const STAGE_KEY = 'stage';

/**
 * Name of the secret with Paddock's client secret for the OIDC provider. An operator stores the client secret as plain
 * text. The secret is missing if the OIDC provider requires no client secret.
 */
export const oidcSecretName = (stage: string): string => `paddock/${stage}/oidc-client`;
