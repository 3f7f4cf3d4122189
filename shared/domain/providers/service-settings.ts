import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import { SECRET_PREFIXES, type SecretPrefix, secretName } from '../_core/secret-name.ts';

const port = z.number().int().min(1).max(65_535);

/**
 * Public options of a provider, with defaults from docs/spec/settings.md#options-of-a-provider. An absent part is not
 * used: no Vault, no registry, no Argo CD (S0-296).
 */
export const rancherOptions = z.object({
  /** Rancher's address, without `/v3`. Nodes use the same address. */
  backendUrl: z.url({ protocol: /^https?$/ }).max(200),
  baseImageName: z.string().min(1),
  k8sVersion: z.string().default('v1.31.7+rke2r1'),
  /** First letters of block devices on the hypervisor: `vdb`, `sdb`. */
  nodeDiskDriver: z.enum(['sd', 'vd']).default('sd'),
  verifyTls: z.boolean().default(true),
  /** The provider's user-data template, in Waldur's notation. Empty: ours. */
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
      /** Host name, for https. With a scheme for anything else. */
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
      /** Minutes. */
      syncFrequency: z.number().int().positive().default(15),
      /**
       * Prefixes of groups: `cluster_…` and `project_…`, or `c_…` and `p_…` as an earlier Waldur named them. Absent:
       * the first.
       */
      groupNames: z.enum(['long', 'short']).optional(),
      verifyTls: z.boolean().default(true),
    })
    .optional(),
  argocd: z.object({ namespace: z.string().min(1) }).optional(),
  /** Settings for managed clusters. Absent: the provider sells self-managed ones only. */
  managed: z
    .object({
      /** Organisation with the projects of managed clusters' machines. */
      customerUuid: uuid,
      /** Each tenant of a cluster gets a /24 of it. */
      nodeNetworkSupernet: z.string().default('10.64.0.0/12'),
      /** CIDRs in it that others use. */
      reservedNetworks: z.array(z.string()).default([]),
      /** Sources for administration: SSH, the API server and `managementPorts`. Closed by default. */
      managementCidrs: z.array(z.string()).default([]),
      managementPorts: z.array(port).default([]),
      /** The provider's user-data template for load balancers. Empty: ours. */
      loadBalancerCloudInitTemplate: z.string().default(''),
    })
    .optional(),
});
export type RancherOptions = z.infer<typeof rancherOptions>;

/**
 * Secret options, each under its own prefix, so that a function reads only those of its backend
 * (docs/spec/design.md#secrets).
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

/** The secret that calls of `POST /webhooks/rancher` show, or are signed with. */
export const webhookSecret = z.object({ secret: z.string().min(1) });

/** One OpenStack cloud. */
export const openstackOptions = z.object({
  /** Keystone's address with its version: `https://keystone.example.org/v3`. */
  backendUrl: z.url({ protocol: /^https?$/ }).max(200),
  region: z.string().optional(),
  userDomainName: z.string().default('Default'),
  /** The Keystone domain for new projects. Absent: the account's own. */
  domainName: z.string().min(1).optional(),
  verifyTls: z.boolean().default(true),
});
export type OpenStackOptions = z.infer<typeof openstackOptions>;
/** The cloud's own account. Tenants without a credential of their own use it, scoped to their project. */
export const openstackSecret = z.object({ username: z.string().min(1), password: z.string().min(1) });
export type OpenStackSecret = z.infer<typeof openstackSecret>;

export const applicationCredential = z.object({ id: z.string().min(1), secret: z.string().min(1) });
export type ApplicationCredential = z.infer<typeof applicationCredential>;

const prefix = z.enum(SECRET_PREFIXES);
const base = record.extend({
  name: z.string(),
  customerUuid: uuid.optional(),
  /** The result of the last check. */
  state: z.enum(['OK', 'ERRED']),
  errorMessage: z.string(),
  /**
   * The revisions of secrets that the record uses, by prefix. Each revision has a name of its own and is written once,
   * so that record and secrets change together, whatever fails and whoever else changes them.
   */
  secretRevisions: z.partialRecord(prefix, uuid).optional(),
  /** Replaced secrets, kept until the next change for callers who have just read the record. */
  retiredSecrets: z.array(z.object({ prefix, revision: uuid })).optional(),
});
/**
 * A provider ("Rancher") or a cloud ("OpenStack"). Its secrets are in the secret store under `settingsSecretName(...)`.
 */
export const serviceSettings = z.discriminatedUnion('type', [
  base.extend({
    type: z.literal('Rancher'),
    options: rancherOptions,
    /** The id of the Rancher, or its address if it shows none. Absent until Rancher was asked. */
    identity: z.string().optional(),
    /** The uuid that all registrations of this Rancher claim names and imports under. Absent: the own uuid. */
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

/** Fields of secrets to write, or to remove (null), by prefix. */
export type SecretChanges = Partial<Record<SecretPrefix, Record<string, string | null>>>;
/** The complete new options, and the changes of secrets. */
export type SettingsChange = { secrets: SecretChanges } & (
  | { type: 'Rancher'; options: RancherOptions }
  | { type: 'OpenStack'; options: OpenStackOptions }
);

/** Name of the secret of a provider or cloud with this prefix. */
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
