import { z } from 'zod';
import { parseNetwork } from '#shared/domain/planning/ipv4-network';
import { described } from '../_core/field-text.ts';
import { callerSecret, flag, MAX_TEMPLATE, optional, text, verbatim } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import type { OptionTable } from '../_core/merge-options.ts';
import { CLUSTER_API_OPTION_TEXTS } from './cluster-api-option-texts.ts';

export const CLUSTER_API: OptionTable = {
  places: {
    backend_url: ['backendUrl'],
    further_urls: ['furtherUrls'],
    namespace: ['namespace'],
    tls_verify: ['verifyTls'],
    ca_certificate: ['caCertificate'],
    workload_ca_certificate: ['workloadCaCertificate'],
    management_ca_certificate: ['managementCaCertificate'],
    cloud_interface: ['cloudInterface'],
    cloud_auth_url: ['cloudAuthUrl'],
    infrastructure: ['infrastructure'],
    k8s_version: ['k8sVersion'],
    pod_network: ['podNetwork'],
    state_backup: ['stateBackup'],
  },
  secrets: { token: ['cluster-api', 'token'], relay_token: ['webhook', 'secret'] },
  parts: [],
  bound: [{ addresses: ['backend_url', 'further_urls'], credentials: ['token'] }],
  // The relay token is only received.
  unbound: ['relay_token'],
};

/** The rule for names of Kubernetes namespaces (RFC 1123). */
const NAMESPACE = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const VERSION = /^v\d+\.\d+\.\d+$/;
/** Maximum length of a token in characters. A service account's token is a JWT, which is shorter than this. */
const MAX_TOKEN = 10_000;
const CERTIFICATES = /^\s*(-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;

/** Plain http is refused, because all connections to the management cluster are encrypted. */
const HTTPS = /^https:\/\/[a-z0-9.:[\]-]+(\/\S*)?$/i;
const https = () =>
  text(200)
    .regex(HTTPS, 'Enter a URL that begins with https://.')
    .transform((url) => url.replace(/\/+$/, ''));
/** Plain http is accepted, because a lab's cloud may have no TLS. The settings of a cloud accept http, too. */
const KEYSTONE = /^https?:\/\/[a-z0-9.:[\]-]+(\/\S*)?$/i;
const keystone = () => text(200).regex(KEYSTONE, 'Enter the URL of Keystone, such as https://keystone.example.org/v3.');
const certificates = () => verbatim(MAX_TEMPLATE).regex(CERTIFICATES, 'Enter certificates as PEM.');
const network = () =>
  text(18).refine((given) => parseNetwork(given) !== undefined, 'Enter an IPv4 network, such as 172.29.200.0/22.');

const TEXTS = CLUSTER_API_OPTION_TEXTS;
const required = described({ backend_url: https(), token: text(MAX_TOKEN) }, TEXTS);
const others = described(
  {
    further_urls: optional(z.array(https()).max(10)),
    namespace: optional(text(63).regex(NAMESPACE, 'Enter the name of a Kubernetes namespace.')),
    tls_verify: optional(flag()),
    ca_certificate: optional(certificates()),
    workload_ca_certificate: optional(certificates()),
    management_ca_certificate: optional(certificates()),
    cloud_interface: optional(z.enum(['public', 'internal'])),
    cloud_auth_url: optional(keystone()),
    infrastructure: optional(z.enum(['openstack', 'in-memory'])),
    k8s_version: optional(text(50).regex(VERSION, 'Enter a version such as v1.33.5.')),
    pod_network: optional(network()),
    state_backup: optional(flag()),
    relay_token: optional(callerSecret()),
  },
  TEXTS,
);
/** Options of a new management cluster of Cluster API. Unknown options are refused. */
export const newClusterApiOptions = knownFields(z.object({ ...required, ...others }), 'option');
/** Options of a change. Null or blank text removes an option. Required options cannot be removed. */
export const clusterApiOptionsChange = knownFields(z.object(required).partial().extend(others), 'option');

const orNull = () => z.string().nullable().default(null);
/** All options of a management cluster of Cluster API except its tokens. */
export const clusterApiOptionsView = z.object(
  described(
    {
      backend_url: z.string(),
      further_urls: z.array(z.string()),
      namespace: z.string(),
      tls_verify: z.boolean(),
      ca_certificate: orNull(),
      workload_ca_certificate: orNull(),
      management_ca_certificate: orNull(),
      cloud_interface: z.string(),
      cloud_auth_url: orNull(),
      infrastructure: z.string(),
      k8s_version: z.string(),
      pod_network: z.string(),
      state_backup: z.boolean(),
    },
    TEXTS,
  ),
);
