import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import { SECRET_PREFIXES, type SecretPrefix, secretName } from '../_core/secret-name.ts';
import { type ClusterApiOptions, clusterApiOptions } from './cluster-api-options.ts';

const port = z.number().int().min(1).max(65_535);

/**
 * The options of a provider that are not secret, with the defaults of docs/spec/settings.md#options-of-a-provider.
 * Vault, a private registry and Argo CD are used only if their options are set (S0-296).
 */
export const rancherOptions = z.object({
  /** Rancher's address, without `/v3`. Nodes connect to this address, too. */
  backendUrl: z.url({ protocol: /^https?$/ }).max(200),
  baseImageName: z.string().min(1),
  /**
   * Rancher signs in to machines of pools as this user. The image `baseImageName` must have this user, with the right
   * to become root.
   */
  baseImageUser: z.string().default('ubuntu'),
  k8sVersion: z.string().default('v1.31.7+rke2r1'),
  /** How disks are named on the machines: `vd` for `/dev/vdb`, `sd` for `/dev/sdb`. */
  nodeDiskDriver: z.enum(['sd', 'vd']).default('sd'),
  verifyTls: z.boolean().default(true),
  /**
   * The provider's template of user data, in Waldur's notation. If the text is empty, Paddock's own template is used.
   */
  cloudInitTemplate: z.string().default(''),
  allocateFloatingIpToAllNodes: z.boolean().default(false),
  /**
   * The tenant for management security groups, and the port that these groups open
   * (docs/spec/waldur-rancher.md#management-security-group).
   */
  managementTenantUuid: uuid.optional(),
  managementTenantAccessPort: port.default(443),
  privateRegistry: z.object({ url: z.string().min(1), user: z.string().min(1) }).optional(),
  vault: z
    .object({
      /** Vault's host name. Paddock uses https if the host name contains no scheme. */
      host: z.string().min(1),
      port: port.default(8200),
      verifyTls: z.boolean().default(true),
    })
    .optional(),
  keycloak: z
    .object({
      url: z.url({ protocol: /^https?$/ }).max(200),
      realm: z.string().default('Waldur'),
      userRealm: z.string().default('master'),
      username: z.string().min(1),
      /** The time between two syncs, in minutes. */
      syncFrequency: z.number().int().positive().default(15),
      /**
       * How group names begin. `long`: with `cluster_…` or `project_…`. `short`: with `c_…` or `p_…`, as in an earlier
       * Waldur. Undefined means `long`.
       */
      groupNames: z.enum(['long', 'short']).optional(),
      verifyTls: z.boolean().default(true),
    })
    .optional(),
  argocd: z.object({ namespace: z.string().min(1) }).optional(),
  /** A remote Waldur. Paddock carries out orders of the remote Waldur for projects in this provider's Rancher. */
  waldur: z
    .object({
      /** The address of the remote Waldur's API, with `/api`. */
      apiUrl: z.url({ protocol: /^https?$/ }).max(200),
      verifyTls: z.boolean().default(true),
    })
    .optional(),
  /** Settings for managed clusters. If undefined, the provider sells only self-managed clusters. */
  managed: z
    .object({
      /** The organization that owns the VM projects of managed clusters. */
      customerUuid: uuid,
      /** The network from which tenants get their networks for nodes. Each tenant of a cluster gets a /24. */
      nodeNetworkSupernet: z.string().default('10.64.0.0/12'),
      /** Networks (CIDR) inside `nodeNetworkSupernet` that something outside of Paddock uses. */
      reservedNetworks: z.array(z.string()).default([]),
      /**
       * Networks from which administrators reach SSH, the API server and `managementPorts`. If no network is named,
       * nobody can connect to these ports from outside.
       */
      managementCidrs: z.array(z.string()).default([]),
      managementPorts: z.array(port).default([]),
      /**
       * The provider's template of user data for load balancers. If the text is empty, Paddock's own template is used.
       */
      loadBalancerCloudInitTemplate: z.string().default(''),
    })
    .optional(),
});
export type RancherOptions = z.infer<typeof rancherOptions>;

/** The issuer of the tokens of a Keycloak realm. The subject of such a token is the user's id in this realm. */
export const realmIssuer = ({ url, realm }: { url: string; realm: string }): string =>
  `${url.replace(/\/+$/, '')}/realms/${realm}`;

/**
 * Secret options. Each backend has its own secret, so that a function can read only the secrets of backends that it
 * calls (docs/spec/design.md#secrets).
 */
export const rancherSecret = z.object({
  username: z.string().min(1),
  password: z.string().min(1),
  privateRegistryPassword: z.string().min(1).optional(),
});
export type RancherSecret = z.infer<typeof rancherSecret>;
export const vaultSecret = z.object({ token: z.string().min(1) });
export const keycloakSecret = z.object({ password: z.string().min(1) });
/** A kubeconfig (YAML) for the cluster where Argo CD runs. */
export const argocdSecret = z.object({ kubeconfig: z.string().min(1) });

/**
 * The API token of a user of the remote Waldur. This user must have the right to process orders of the remote
 * offerings.
 */
export const waldurSecret = z.object({ token: z.string().min(1) });

/**
 * The secret with which a provider's systems call Paddock. Rancher calls `POST /webhooks/rancher`, and relays call
 * `POST /webhooks/relays`. A call must contain the secret. A call from Rancher may be signed with the secret instead.
 */
export const webhookSecret = z.object({ secret: z.string().min(1) });

export const openstackOptions = z.object({
  /** Keystone's address with its version: `https://keystone.example.org/v3`. */
  backendUrl: z.url({ protocol: /^https?$/ }).max(200),
  region: z.string().optional(),
  userDomainName: z.string().default('Default'),
  /** The Keystone domain of new projects. If undefined, new projects are in the domain of the account. */
  domainName: z.string().min(1).optional(),
  verifyTls: z.boolean().default(true),
});
export type OpenStackOptions = z.infer<typeof openstackOptions>;
/**
 * The cloud's account. If a tenant has no credential of its own, Paddock uses this account with a token for the project
 * of the tenant.
 */
export const openstackSecret = z.object({ username: z.string().min(1), password: z.string().min(1) });
export type OpenStackSecret = z.infer<typeof openstackSecret>;

export const applicationCredential = z.object({ id: z.string().min(1), secret: z.string().min(1) });
export type ApplicationCredential = z.infer<typeof applicationCredential>;

const prefix = z.enum(SECRET_PREFIXES);
const base = record.extend({
  name: z.string(),
  customerUuid: uuid.optional(),
  /** The result of the last check of the credentials. `errorMessage` is empty if the credentials are accepted. */
  state: z.enum(['OK', 'ERRED']),
  errorMessage: z.string(),
  /**
   * The revision of each secret that the record uses. The key is the prefix of the secret. Each revision is a separate
   * secret that is written only once. A new secret takes effect when the record names its revision. Therefore failed
   * writes and simultaneous changes do no harm.
   */
  secretRevisions: z.partialRecord(prefix, uuid).optional(),
  /**
   * Secrets that were replaced. They are deleted only at the next change, because a caller that has read the earlier
   * record may still need them.
   */
  retiredSecrets: z.array(z.object({ prefix, revision: uuid })).optional(),
});
/**
 * A provider (type `Rancher` or `ClusterAPI`) or a cloud (type `OpenStack`). Its secrets are in the secret store, under the name that
 * `settingsSecretName` returns.
 */
export const serviceSettings = z.discriminatedUnion('type', [
  base.extend({
    type: z.literal('Rancher'),
    options: rancherOptions,
    /**
     * Identifies the Rancher: its installation id, or its address if Rancher shows no id. Undefined until Rancher is
     * first called.
     */
    identity: z.string().optional(),
    /**
     * Claims on names and imports in this Rancher are made under this uuid. All providers with the same Rancher use the
     * same uuid. If undefined, the provider's own uuid is used.
     */
    claimsUuid: uuid.optional(),
  }),
  base.extend({ type: z.literal('ClusterAPI'), options: clusterApiOptions }),
  base.extend({ type: z.literal('OpenStack'), options: openstackOptions }),
]);
export type ServiceSettings = z.infer<typeof serviceSettings>;
export type RancherSettings = Extract<ServiceSettings, { type: 'Rancher' }>;
/** Whether the creation of a cluster uses Vault and Argo CD. Providers need not have them (S0-296). */
export const usesOf = (settings: ProviderSettings) =>
  settings.type === 'Rancher'
    ? { vault: settings.options.vault !== undefined, argocd: settings.options.argocd !== undefined }
    : { vault: false, argocd: false };
/** The settings of a system that makes clusters: a Rancher, or a management cluster with Cluster API. */
export type ProviderSettings = Exclude<ServiceSettings, { type: 'OpenStack' }>;
/** The settings of a provider with a management cluster, on which Cluster API makes the provider's clusters. */
export type ClusterApiSettings = Extract<ServiceSettings, { type: 'ClusterAPI' }>;
export type OpenStackSettings = Extract<ServiceSettings, { type: 'OpenStack' }>;

/**
 * Changed fields of secrets. The outer key is the prefix of a secret, the inner key is a field. Null removes the field.
 */
export type SecretChanges = Partial<Record<SecretPrefix, Record<string, string | null>>>;
/** All options after a change, and the changed fields of secrets. */
export type SettingsChange = { secrets: SecretChanges } & (
  | { type: 'Rancher'; options: RancherOptions }
  | { type: 'ClusterAPI'; options: ClusterApiOptions }
  | { type: 'OpenStack'; options: OpenStackOptions }
);

/**
 * The name of a provider's or cloud's secret with this prefix. If the secret has a revision, the name contains the
 * revision.
 */
export function settingsSecretName(
  stage: string,
  prefix: SecretPrefix,
  { uuid, secretRevisions }: Pick<ServiceSettings, 'uuid' | 'secretRevisions'>,
): string {
  const revision = secretRevisions?.[prefix];
  const name = secretName(stage, prefix, uuid);
  return revision === undefined ? name : `${name}/${revision}`;
}

export const serviceSettingsRecord = defineRecord({
  name: 'SETTINGS',
  title: 'ServiceSettings',
  schema: serviceSettings,
  listedBy: ['customer'],
  audit: {
    model: 'Structure.ServiceSettings',
    title: 'Service settings',
    created: 'service_settings_creation_succeeded',
    updated: 'service_settings_update_succeeded',
    deleted: 'service_settings_deletion_succeeded',
    fields: {
      name: 'shown',
      type: 'shown',
      customerUuid: 'detail',
      state: 'shown',
      errorMessage: 'detail',
      options: 'shown',
      secretRevisions: 'named',
      retiredSecrets: 'hidden',
      claimsUuid: 'hidden',
      identity: 'hidden',
    },
  },
});
