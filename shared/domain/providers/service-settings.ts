import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import { SECRET_PREFIXES, type SecretPrefix, secretName } from '../_core/secret-name.ts';

const port = z.number().int().min(1).max(65_535);

/**
 * Public options of a provider, with defaults from docs/spec/settings.md#options-of-a-provider. If a part is absent,
 * the provider does not use it: no Vault, no registry, no Argo CD (S0-296).
 */
export const rancherOptions = z.object({
  /** Rancher's address, without `/v3`. Nodes also reach Rancher at this address. */
  backendUrl: z.url({ protocol: /^https?$/ }).max(200),
  baseImageName: z.string().min(1),
  k8sVersion: z.string().default('v1.31.7+rke2r1'),
  /** First letters of disk names on the machines: `vd` for `/dev/vdb`, `sd` for `/dev/sdb`. */
  nodeDiskDriver: z.enum(['sd', 'vd']).default('sd'),
  verifyTls: z.boolean().default(true),
  /** The provider's user-data template, in Waldur's notation. Empty: Paddock's own template. */
  cloudInitTemplate: z.string().default(''),
  allocateFloatingIpToAllNodes: z.boolean().default(false),
  /**
   * Tenant and port of a cluster's management security group (docs/spec/waldur-rancher.md#management-security-group).
   */
  managementTenantUuid: uuid.optional(),
  managementTenantAccessPort: port.default(443),
  privateRegistry: z.object({ url: z.string().min(1), user: z.string().min(1) }).optional(),
  vault: z
    .object({
      /** Vault's host name, reached by https. Another scheme has to be written in front. */
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
       * Style of group names: `cluster_…` and `project_…`, or `c_…` and `p_…` as in an earlier Waldur. Absent: the
       * first style.
       */
      groupNames: z.enum(['long', 'short']).optional(),
      verifyTls: z.boolean().default(true),
    })
    .optional(),
  argocd: z.object({ namespace: z.string().min(1) }).optional(),
  /** Settings for managed clusters. Absent: the provider sells only self-managed clusters. */
  managed: z
    .object({
      /** The organisation that has the VM projects of managed clusters. */
      customerUuid: uuid,
      /** The network from which each tenant of a cluster gets a /24. */
      nodeNetworkSupernet: z.string().default('10.64.0.0/12'),
      /** Networks (CIDR) in the supernet that others use. */
      reservedNetworks: z.array(z.string()).default([]),
      /** Networks from which administrators reach SSH, the API server and `managementPorts`. Empty by default, so nobody can. */
      managementCidrs: z.array(z.string()).default([]),
      managementPorts: z.array(port).default([]),
      /** The provider's user-data template for load balancers. Empty: Paddock's own template. */
      loadBalancerCloudInitTemplate: z.string().default(''),
    })
    .optional(),
});
export type RancherOptions = z.infer<typeof rancherOptions>;

/**
 * Secret options. Each backend has its own prefix of secrets, so that a function can read only those of the backend
 * that it calls (docs/spec/design.md#secrets).
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

/** The secret that calls of `POST /webhooks/rancher` contain or are signed with. */
export const webhookSecret = z.object({ secret: z.string().min(1) });

/** Options of an OpenStack cloud. */
export const openstackOptions = z.object({
  /** Keystone's address with its version: `https://keystone.example.org/v3`. */
  backendUrl: z.url({ protocol: /^https?$/ }).max(200),
  region: z.string().optional(),
  userDomainName: z.string().default('Default'),
  /** The Keystone domain for new projects. Absent: the domain of the account. */
  domainName: z.string().min(1).optional(),
  verifyTls: z.boolean().default(true),
});
export type OpenStackOptions = z.infer<typeof openstackOptions>;
/** The account of the cloud. It is also used, scoped to a tenant's project, for tenants without a credential of their own. */
export const openstackSecret = z.object({ username: z.string().min(1), password: z.string().min(1) });
export type OpenStackSecret = z.infer<typeof openstackSecret>;

export const applicationCredential = z.object({ id: z.string().min(1), secret: z.string().min(1) });
export type ApplicationCredential = z.infer<typeof applicationCredential>;

const prefix = z.enum(SECRET_PREFIXES);
const base = record.extend({
  name: z.string(),
  customerUuid: uuid.optional(),
  /** The result of the last check of the credentials. */
  state: z.enum(['OK', 'ERRED']),
  errorMessage: z.string(),
  /**
   * The revisions of secrets that the record uses, by prefix. Each revision is a secret with its own name and is
   * written once. So record and secrets change together, even if a write fails or two changes meet.
   */
  secretRevisions: z.partialRecord(prefix, uuid).optional(),
  /** Replaced secrets. They are kept until the next change, for callers that have read the record just before. */
  retiredSecrets: z.array(z.object({ prefix, revision: uuid })).optional(),
});
/**
 * A provider ("Rancher") or a cloud ("OpenStack"). Its secrets are in the secret store under `settingsSecretName(...)`.
 */
export const serviceSettings = z.discriminatedUnion('type', [
  base.extend({
    type: z.literal('Rancher'),
    options: rancherOptions,
    /** Rancher's installation id, or its address if it shows no id. Absent until Rancher was asked. */
    identity: z.string().optional(),
    /** The uuid under which all registrations of this Rancher claim names and imports. Absent: the uuid of this record. */
    claimsUuid: uuid.optional(),
  }),
  base.extend({ type: z.literal('OpenStack'), options: openstackOptions }),
]);
export type ServiceSettings = z.infer<typeof serviceSettings>;
export type RancherSettings = Extract<ServiceSettings, { type: 'Rancher' }>;
/** Which optional parts of a provider the creation of a cluster uses (S0-296). */
export const usesOf = ({ options: { vault, argocd } }: RancherSettings) => ({
  vault: vault !== undefined,
  argocd: argocd !== undefined,
});
export type OpenStackSettings = Extract<ServiceSettings, { type: 'OpenStack' }>;

/** Changes of secrets, by prefix: fields to write, and fields to remove (null). */
export type SecretChanges = Partial<Record<SecretPrefix, Record<string, string | null>>>;
/** The new options, complete, and the changes of secrets. */
export type SettingsChange = { secrets: SecretChanges } & (
  | { type: 'Rancher'; options: RancherOptions }
  | { type: 'OpenStack'; options: OpenStackOptions }
);

/** The name of the secret that a provider or cloud has under this prefix. */
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
