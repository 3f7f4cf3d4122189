import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import { SECRET_PREFIXES, type SecretPrefix, secretName } from '../_core/secret-name.ts';

const port = z.number().int().min(1).max(65_535);

/**
 * Attributes of a provider that are not secret; defaults from docs/spec/settings.md#options-of-a-provider. A part that
 * is absent is not used: no Vault, no registry, no Argo CD (S0-296).
 */
export const rancherOptions = z.object({
  /** Rancher's address, without `/v3`; nodes reach it under the same address. */
  backendUrl: z.url({ protocol: /^https?$/ }).max(200),
  baseImageName: z.string().min(1),
  k8sVersion: z.string().default('v1.31.7+rke2r1'),
  /** First letters of block devices on the hypervisor in use: `vdb`, `sdb`. */
  nodeDiskDriver: z.enum(['sd', 'vd']).default('sd'),
  verifyTls: z.boolean().default(true),
  /** The provider's own user data, in Waldur's notation; empty: ours. */
  cloudInitTemplate: z.string().default(''),
  allocateFloatingIpToAllNodes: z.boolean().default(false),
  /** Where a cluster's management security group is made, and for which port (docs/spec/waldur-rancher.md#management-security-group). */
  managementTenantUuid: uuid.optional(),
  managementTenantAccessPort: port.default(443),
  privateRegistry: z.object({ url: z.string().min(1), user: z.string().min(1) }).optional(),
  vault: z
    .object({
      /** Host name, served over https; with a scheme in front where it is served otherwise. */
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
      /** `cluster_…` and `project_…`, or `c_…` and `p_…` as a Waldur before us has named them; absent: the former. */
      groupNames: z.enum(['long', 'short']).optional(),
      verifyTls: z.boolean().default(true),
    })
    .optional(),
  argocd: z.object({ namespace: z.string().min(1) }).optional(),
  /** What managed clusters need; without it the provider sells self-managed ones only. */
  managed: z
    .object({
      /** Organisation that owns the projects which managed clusters' machines are in. */
      customerUuid: uuid,
      /** Each tenant of each cluster gets a /24 of it. */
      nodeNetworkSupernet: z.string().default('10.64.0.0/12'),
      /** CIDRs in it that are in use by others. */
      reservedNetworks: z.array(z.string()).default([]),
      /** From where machines are administered: SSH, the API server and `managementPorts`. Closed until somebody says more. */
      managementCidrs: z.array(z.string()).default([]),
      managementPorts: z.array(port).default([]),
      /** The provider's own user data of load balancers; empty: ours. */
      loadBalancerCloudInitTemplate: z.string().default(''),
    })
    .optional(),
});
export type RancherOptions = z.infer<typeof rancherOptions>;

/** The secret halves, each under a prefix of its own, so that a function reads only those of its backend (docs/spec/design.md#secrets). */
export const rancherSecret = z.object({
  username: z.string().min(1),
  password: z.string().min(1),
  privateRegistryPassword: z.string().min(1).optional(),
});
export type RancherSecret = z.infer<typeof rancherSecret>;
export const vaultSecret = z.object({ token: z.string().min(1) });
export const keycloakSecret = z.object({ password: z.string().min(1) });
/** A whole kubeconfig, YAML, of the cluster where Argo CD runs. */
export const argocdSecret = z.object({ kubeconfig: z.string().min(1) });

/** What calls of `POST /webhooks/rancher` show, or are signed with. */
export const webhookSecret = z.object({ secret: z.string().min(1) });

/** One OpenStack cloud. */
export const openstackOptions = z.object({
  /** Keystone's address with its version: `https://keystone.example.org/v3`. */
  backendUrl: z.url({ protocol: /^https?$/ }).max(200),
  region: z.string().optional(),
  userDomainName: z.string().default('Default'),
  /** The Keystone domain that projects are made in; absent: the account's own. */
  domainName: z.string().min(1).optional(),
  verifyTls: z.boolean().default(true),
});
export type OpenStackOptions = z.infer<typeof openstackOptions>;
/** The cloud's own account; used, scoped to the tenant's project, for tenants that bring no credential of their own. */
export const openstackSecret = z.object({ username: z.string().min(1), password: z.string().min(1) });
export type OpenStackSecret = z.infer<typeof openstackSecret>;

export const applicationCredential = z.object({ id: z.string().min(1), secret: z.string().min(1) });
export type ApplicationCredential = z.infer<typeof applicationCredential>;

const prefix = z.enum(SECRET_PREFIXES);
const base = record.extend({
  name: z.string(),
  customerUuid: uuid.optional(),
  /** What the last check of the credentials found. */
  state: z.enum(['OK', 'ERRED']),
  errorMessage: z.string(),
  /**
   * Which secret the record counts on, by prefix. A secret is written once, under a name of its own, so that record and
   * secrets change together, whatever fails half-way and whoever else changes them.
   */
  secretRevisions: z.partialRecord(prefix, uuid).optional(),
  /** Secrets that were replaced: kept until the next change for whoever has read the record just before. */
  retiredSecrets: z.array(z.object({ prefix, revision: uuid })).optional(),
});
/** A provider ("Rancher") or a cloud ("OpenStack"). The secret half is in the secret store under `settingsSecretName(...)`. */
export const serviceSettings = z.discriminatedUnion('type', [
  base.extend({
    ...{ type: z.literal('Rancher'), options: rancherOptions },
    /** Which Rancher it is, as that itself says, or else its address; absent until it has been asked. */
    identity: z.string().optional(),
    /** Under which names and imports in it are claimed, by all registrations of the same; absent: the uuid of this one. */
    claimsUuid: uuid.optional(),
  }),
  base.extend({ type: z.literal('OpenStack'), options: openstackOptions }),
]);
export type ServiceSettings = z.infer<typeof serviceSettings>;
export type RancherSettings = Extract<ServiceSettings, { type: 'Rancher' }>;
/** Which of the parts that a provider may go without take part in making a cluster (S0-296). */
export const usesOf = ({ options: { vault, argocd } }: RancherSettings) => ({
  vault: vault !== undefined,
  argocd: argocd !== undefined,
});
export type OpenStackSettings = Extract<ServiceSettings, { type: 'OpenStack' }>;

/** Fields of secrets to write, or to take away (null), by prefix. */
export type SecretChanges = Partial<Record<SecretPrefix, Record<string, string | null>>>;
/** Options as they are to be, whole, and what becomes of the secrets. */
export type SettingsChange = { secrets: SecretChanges } & (
  | { type: 'Rancher'; options: RancherOptions }
  | { type: 'OpenStack'; options: OpenStackOptions }
);

/** Where the secret of a provider or cloud with this prefix is. */
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
