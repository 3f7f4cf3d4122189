import { z } from 'zod';
import { parseKubeconfig, UnusableKubeconfig } from '#shared/domain/cluster-access/kubeconfig';
import { described } from '../_core/field-text.ts';
import {
  address,
  callerSecret,
  flag,
  integer,
  MAX_TEMPLATE,
  optional,
  text,
  uuidText,
  verbatim,
} from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import type { OptionTable } from '../_core/merge-options.ts';
import { managedOptions, managedOptionsView } from './managed-options.ts';
import { RANCHER_OPTION_TEXTS } from './rancher-option-texts.ts';

/**
 * The path of each provider option in the stored settings. Registry, Vault, Keycloak and Argo CD are each optional
 * (S0-296). Each of them has required options, which must be set together. Credentials have no defaults, because
 * Waldur's defaults (root, admin) are the credentials of an unsecured server.
 */
export const RANCHER: OptionTable = {
  places: {
    backend_url: ['backendUrl'],
    base_image_name: ['baseImageName'],
    base_image_user: ['baseImageUser'],
    k8s_version: ['k8sVersion'],
    node_disk_driver: ['nodeDiskDriver'],
    tls_verify: ['verifyTls'],
    cloud_init_template: ['cloudInitTemplate'],
    allocate_floating_ip_to_all_nodes: ['allocateFloatingIpToAllNodes'],
    management_tenant_uuid: ['managementTenantUuid'],
    management_tenant_access_port: ['managementTenantAccessPort'],
    private_registry_url: ['privateRegistry', 'url'],
    private_registry_user: ['privateRegistry', 'user'],
    vault_host: ['vault', 'host'],
    vault_port: ['vault', 'port'],
    vault_tls_verify: ['vault', 'verifyTls'],
    keycloak_url: ['keycloak', 'url'],
    keycloak_realm: ['keycloak', 'realm'],
    keycloak_user_realm: ['keycloak', 'userRealm'],
    keycloak_username: ['keycloak', 'username'],
    keycloak_sync_frequency: ['keycloak', 'syncFrequency'],
    keycloak_group_names: ['keycloak', 'groupNames'],
    keycloak_ssl_verify: ['keycloak', 'verifyTls'],
    argocd_k8s_namespace: ['argocd', 'namespace'],
    waldur_api_url: ['waldur', 'apiUrl'],
    waldur_verify_ssl: ['waldur', 'verifyTls'],
    customer_uuid: ['managed', 'customerUuid'],
    node_network_supernet: ['managed', 'nodeNetworkSupernet'],
    reserved_networks: ['managed', 'reservedNetworks'],
    management_cidrs: ['managed', 'managementCidrs'],
    management_ports: ['managed', 'managementPorts'],
    managed_rancher_load_balancer_cloud_init_template: ['managed', 'loadBalancerCloudInitTemplate'],
  },
  secrets: {
    username: ['rancher', 'username'],
    password: ['rancher', 'password'],
    private_registry_password: ['rancher', 'privateRegistryPassword'],
    vault_token: ['vault', 'token'],
    keycloak_password: ['keycloak', 'password'],
    argocd_k8s_kubeconfig: ['argocd', 'kubeconfig'],
    waldur_api_token: ['waldur', 'token'],
    webhook_secret: ['webhook', 'secret'],
  },
  parts: [
    { options: ['private_registry_url', 'private_registry_user', 'private_registry_password'], required: 3 },
    { options: ['vault_host', 'vault_token', 'vault_port', 'vault_tls_verify'], required: 2 },
    {
      options: [
        'keycloak_url',
        'keycloak_username',
        'keycloak_password',
        'keycloak_realm',
        'keycloak_user_realm',
        'keycloak_sync_frequency',
        'keycloak_group_names',
        'keycloak_ssl_verify',
      ],
      required: 3,
    },
    { options: ['argocd_k8s_namespace', 'argocd_k8s_kubeconfig'], required: 2 },
    { options: ['waldur_api_url', 'waldur_api_token', 'waldur_verify_ssl'], required: 2 },
    {
      options: [
        'customer_uuid',
        'node_network_supernet',
        'reserved_networks',
        'management_cidrs',
        'management_ports',
        'managed_rancher_load_balancer_cloud_init_template',
      ],
      required: 1,
    },
  ],
  bound: [
    { addresses: ['backend_url'], credentials: ['username', 'password'] },
    { addresses: ['private_registry_url'], credentials: ['private_registry_password'] },
    { addresses: ['vault_host', 'vault_port'], credentials: ['vault_token'] },
    { addresses: ['keycloak_url'], credentials: ['keycloak_password'] },
    { addresses: ['waldur_api_url'], credentials: ['waldur_api_token'] },
  ],
  // A kubeconfig contains the address of its cluster. The webhook secret is only received.
  unbound: ['argocd_k8s_kubeconfig', 'webhook_secret'],
};

const HOST = /^(https?:\/\/)?([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])\/?$/i;
/**
 * The address of a registry: host and port. An address with a path is refused, because machines cannot use it
 * (`cluster-request.ts`).
 */
const REGISTRY = /^(https?:\/\/)?([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?\/?$/i;
const ACCOUNT = /^[a-z_][a-z0-9_-]*$/;
const VERSION = /^v\d+\.\d+\.\d+[\w.+-]*$/;
/** The rule for names of Kubernetes namespaces (RFC 1123). */
const NAMESPACE = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Maximum length of a kubeconfig in characters, because Secrets Manager limits the size of a secret. */
const MAX_KUBECONFIG = 60_000;
/** Waldur's limit for a URL. */
const MAX_ADDRESS = 200;

const port = () => integer(1, 65_535);
const name = () => text(150);
const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
const server = () => address().transform(withoutSlash);
const kubeconfig = () =>
  verbatim(MAX_KUBECONFIG).superRefine((given, context) => {
    try {
      parseKubeconfig(given);
    } catch (error) {
      if (!(error instanceof UnusableKubeconfig)) throw error;
      context.addIssue({ code: 'custom', message: error.message, input: '' });
    }
  });

const TEXTS = RANCHER_OPTION_TEXTS;
const required = described(
  {
    backend_url: address().transform((url) => withoutSlash(url).replace(/\/v3$/, '')),
    username: text(100),
    password: text(100),
    base_image_name: name(),
  },
  TEXTS,
);
const others = described(
  {
    base_image_user: optional(text(32).regex(ACCOUNT, 'Enter the name of a Linux account, such as ubuntu.')),
    k8s_version: optional(text(50).regex(VERSION, 'Enter a version as Rancher writes it, such as v1.31.7+rke2r1.')),
    node_disk_driver: optional(z.enum(['sd', 'vd'])),
    tls_verify: optional(flag()),
    cloud_init_template: optional(verbatim(MAX_TEMPLATE)),
    allocate_floating_ip_to_all_nodes: optional(flag()),
    management_tenant_uuid: optional(uuidText()),
    management_tenant_access_port: optional(port()),
    private_registry_url: optional(
      text(MAX_ADDRESS)
        .regex(REGISTRY, 'Enter the host name of a registry, with an optional port and without a path.')
        .transform(withoutSlash),
    ),
    private_registry_user: optional(name()),
    private_registry_password: optional(text(1000)),
    vault_host: optional(
      text(MAX_ADDRESS).regex(HOST, 'Enter a host name, without a port or a path.').transform(withoutSlash),
    ),
    vault_port: optional(port()),
    vault_token: optional(text(1000)),
    vault_tls_verify: optional(flag()),
    keycloak_url: optional(server()),
    keycloak_realm: optional(name()),
    keycloak_user_realm: optional(name()),
    keycloak_username: optional(name()),
    keycloak_password: optional(text(1000)),
    keycloak_sync_frequency: optional(integer(1, 10_080)),
    /** The style of names for new groups. Existing groups keep their names. */
    keycloak_group_names: optional(z.enum(['long', 'short'])),
    keycloak_ssl_verify: optional(flag()),
    argocd_k8s_namespace: optional(text(63).regex(NAMESPACE, 'Enter the name of a Kubernetes namespace.')),
    argocd_k8s_kubeconfig: optional(kubeconfig()),
    waldur_api_url: optional(server()),
    waldur_api_token: optional(text(1000)),
    waldur_verify_ssl: optional(flag()),
    webhook_secret: optional(callerSecret()),
    ...managedOptions,
  },
  TEXTS,
);

/**
 * Options of a new provider (docs/spec/settings.md#options-of-a-provider). Unknown options are refused, because nobody
 * would otherwise notice a mistyped option such as `vault_tls_verify`.
 */
export const newRancherOptions = knownFields(z.object({ ...required, ...others }), 'option');
/** Options of a change. Null or empty text removes an option. Required options cannot be removed. */
export const rancherOptionsChange = knownFields(z.object(required).partial().extend(others), 'option');

const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);
/**
 * All options of a provider except its secrets. If the provider does not use a backend, the options of this backend are
 * null.
 */
export const rancherOptionsView = z.object(
  described(
    {
      backend_url: z.string(),
      base_image_name: z.string(),
      base_image_user: z.string(),
      k8s_version: z.string(),
      node_disk_driver: z.string(),
      tls_verify: z.boolean(),
      cloud_init_template: z.string(),
      allocate_floating_ip_to_all_nodes: z.boolean(),
      management_tenant_uuid: orNull(z.string()),
      management_tenant_access_port: z.int(),
      private_registry_url: orNull(z.string()),
      private_registry_user: orNull(z.string()),
      vault_host: orNull(z.string()),
      vault_port: orNull(z.int()),
      vault_tls_verify: orNull(z.boolean()),
      keycloak_url: orNull(z.string()),
      keycloak_realm: orNull(z.string()),
      keycloak_user_realm: orNull(z.string()),
      keycloak_username: orNull(z.string()),
      keycloak_sync_frequency: orNull(z.int()),
      keycloak_group_names: orNull(z.enum(['long', 'short'])),
      keycloak_ssl_verify: orNull(z.boolean()),
      argocd_k8s_namespace: orNull(z.string()),
      waldur_api_url: orNull(z.string()),
      waldur_verify_ssl: orNull(z.boolean()),
      ...managedOptionsView,
    },
    TEXTS,
  ),
);
