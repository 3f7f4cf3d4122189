import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import { SECRET_PREFIXES, type SecretPrefix, secretName } from '../_core/secret-name.ts';

const port = z.number().int().min(1).max(65_535);

/**
 * Public options of a provider, with defaults from docs/spec/settings.md#options-of-a-provider. Vault, a private
 * registry and Argo CD are only used if their options are present (S0-296).
 */
export const rancherOptions = z.object({
  /** Rancher's address, without `/v3`. Nodes use the same address. */
  backendUrl: z.url({ protocol: /^https?$/ }).max(200),
  baseImageName: z.string().min(1),
  k8sVersion: z.string().default('v1.31.7+rke2r1'),
  /** Prefix of the disks' names on the machines: `vd` for `/dev/vdb`, `sd` for `/dev/sdb`. */
  nodeDiskDriver: z.enum(['sd', 'vd']).default('sd'),
  verifyTls: z.boolean().default(true),
  /** The provider's user-data template, in Waldur's notation. If empty, Paddock's own template is used. */
  cloudInitTemplate: z.string().default(''),
  allocateFloatingIpToAllNodes: z.boolean().default(false),
  /**
   * The tenant in which management security groups are made, and the port that they open
   * (docs/spec/waldur-rancher.md#management-security-group).
   */
  managementTenantUuid: uuid.optional(),
  managementTenantAccessPort: port.default(443),
  privateRegistry: z.object({ url: z.string().min(1), user: z.string().min(1) }).optional(),
  vault: z
    .object({
      /** Vault's host name. It is called by https, unless the name begins with another scheme. */
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
      /** Minutes between two syncs. */
      syncFrequency: z.number().int().positive().default(15),
      /**
       * Style of group names: `long` for `cluster_…` and `project_…`, `short` for `c_…` and `p_…` as in an earlier
       * Waldur. If absent, `long`.
       */
      groupNames: z.enum(['long', 'short']).optional(),
      verifyTls: z.boolean().default(true),
    })
    .optional(),
  argocd: z.object({ namespace: z.string().min(1) }).optional(),
  /** Settings for managed clusters. If absent, the provider sells only self-managed clusters. */
  managed: z
    .object({
      /** The organisation to which the VM projects of managed clusters belong. */
      customerUuid: uuid,
      /** The network that is divided into node networks: each tenant of a cluster gets a /24 of it. */
      nodeNetworkSupernet: z.string().default('10.64.0.0/12'),
      /** Networks (CIDR) in the supernet that are already used outside Paddock. */
      reservedNetworks: z.array(z.string()).default([]),
      /**
       * Networks from which administrators can connect to SSH, the API server and `managementPorts`. If empty, nobody
       * can connect from outside.
       */
      managementCidrs: z.array(z.string()).default([]),
      managementPorts: z.array(port).default([]),
      /** The provider's user-data template for load balancers. If empty, Paddock's own template is used. */
      loadBalancerCloudInitTemplate: z.string().default(''),
    })
    .optional(),
});
export type RancherOptions = z.infer<typeof rancherOptions>;

/**
 * Secret options. The secrets of each backend have a prefix of their own, so that a function can read only secrets of
 * the backend that it calls (docs/spec/design.md#secrets).
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

/** The secret for calls of `POST /webhooks/rancher`. A call contains the secret or is signed with it. */
export const webhookSecret = z.object({ secret: z.string().min(1) });

/** Options of an OpenStack cloud. */
export const openstackOptions = z.object({
  /** Keystone's address with its version: `https://keystone.example.org/v3`. */
  backendUrl: z.url({ protocol: /^https?$/ }).max(200),
  region: z.string().optional(),
  userDomainName: z.string().default('Default'),
  /** The Keystone domain for new projects. If absent, the domain of the account. */
  domainName: z.string().min(1).optional(),
  verifyTls: z.boolean().default(true),
});
export type OpenStackOptions = z.infer<typeof openstackOptions>;
/**
 * The account of the cloud. For a tenant without its own credential, this account is used with a token for the tenant's
 * project.
 */
export const openstackSecret = z.object({ username: z.string().min(1), password: z.string().min(1) });
export type OpenStackSecret = z.infer<typeof openstackSecret>;

export const applicationCredential = z.object({ id: z.string().min(1), secret: z.string().min(1) });
export type ApplicationCredential = z.infer<typeof applicationCredential>;

const prefix = z.enum(SECRET_PREFIXES);
const base = record.extend({
  name: z.string(),
  customerUuid: uuid.optional(),
  /** The result of the last check of the credentials: the state, and the error if the check failed. */
  state: z.enum(['OK', 'ERRED']),
  errorMessage: z.string(),
  /**
   * The revisions of secrets that the record uses, by prefix. Each revision is a secret with its own name and is
   * written only once. So a change of secrets takes effect with the record, even if a write fails or two changes happen
   * at the same time.
   */
  secretRevisions: z.partialRecord(prefix, uuid).optional(),
  /**
   * Replaced secrets. They are deleted at the next change, because a caller may have read the earlier record and still
   * needs them.
   */
  retiredSecrets: z.array(z.object({ prefix, revision: uuid })).optional(),
});
/**
 * A provider ("Rancher") or a cloud ("OpenStack"). Its secrets are in the secret store, with names from
 * `settingsSecretName(...)`.
 */
export const serviceSettings = z.discriminatedUnion('type', [
  base.extend({
    type: z.literal('Rancher'),
    options: rancherOptions,
    /** Rancher's installation id. If Rancher shows none, its address. Absent until the first call of Rancher. */
    identity: z.string().optional(),
    /**
     * The uuid under which names and imports in this Rancher are claimed. All registrations of the Rancher share it. If
     * absent, it is the uuid of this record.
     */
    claimsUuid: uuid.optional(),
  }),
  base.extend({ type: z.literal('OpenStack'), options: openstackOptions }),
]);
export type ServiceSettings = z.infer<typeof serviceSettings>;
export type RancherSettings = Extract<ServiceSettings, { type: 'Rancher' }>;
/** Whether the creation of a cluster uses Vault and Argo CD, which are optional for a provider (S0-296). */
export const usesOf = ({ options: { vault, argocd } }: RancherSettings) => ({
  vault: vault !== undefined,
  argocd: argocd !== undefined,
});
export type OpenStackSettings = Extract<ServiceSettings, { type: 'OpenStack' }>;

/** Changes of secrets, by prefix: new values of fields, and null for a field to remove. */
export type SecretChanges = Partial<Record<SecretPrefix, Record<string, string | null>>>;
/** All options after the change, and the changes of secrets. */
export type SettingsChange = { secrets: SecretChanges } & (
  | { type: 'Rancher'; options: RancherOptions }
  | { type: 'OpenStack'; options: OpenStackOptions }
);

/** The name of a provider's or cloud's secret with this prefix. */
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
