import { z } from 'zod';
import { clusterApiOptions } from '#shared/domain/providers/cluster-api-options';
import {
  openstackOptions,
  rancherOptions,
  type ServiceSettings,
  type SettingsChange,
} from '#shared/domain/providers/service-settings';
import { alwaysOk } from '../_core/common-filters.ts';
import type { FieldText } from '../_core/field-text.ts';
import { optionalReference, text } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import { flatOptions, mergeOptions } from '../_core/merge-options.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import { CLUSTER_API_OPTION_TEXTS } from './cluster-api-option-texts.ts';
import {
  CLUSTER_API,
  clusterApiOptionsChange,
  clusterApiOptionsView,
  newClusterApiOptions,
} from './cluster-api-options.ts';
import { diagnosisOperations } from './diagnosis.ts';
import { importableClusterOperations } from './importable-clusters.ts';
import { OPENSTACK_OPTION_TEXTS } from './openstack-option-texts.ts';
import { newOpenStackOptions, OPENSTACK, openstackOptionsChange, openstackOptionsView } from './openstack-options.ts';
import { providerWorkOperations } from './provider-work.ts';
import { RANCHER_OPTION_TEXTS } from './rancher-option-texts.ts';
import { newRancherOptions, RANCHER, rancherOptionsChange, rancherOptionsView } from './rancher-options.ts';

const TYPES = ['Rancher', 'ClusterAPI', 'OpenStack'] as const satisfies readonly ServiceSettings['type'][];
const settingsType = z.enum(TYPES);
const head = z.object({
  type: settingsType,
  name: text(150),
  customer: optionalReference('customers'),
  options: z.record(z.string(), z.unknown()),
});
const TYPE = '`Rancher` or `ClusterAPI` for a provider, `OpenStack` for a cloud.';
const OPTIONS = 'URLs, credentials and settings of the type. An unknown option is refused.';
const ofType = <T extends z.ZodType>(type: ServiceSettings['type'], options: T) =>
  head.extend({ type: z.literal(type).meta({ description: TYPE }), options: options.meta({ description: OPTIONS }) });
const newRancher = ofType('Rancher', newRancherOptions);
const newClusterApi = ofType('ClusterAPI', newClusterApiOptions);
const newOpenStack = ofType('OpenStack', newOpenStackOptions);
/** The schema of a body that creates service settings, for each type. */
const BODIES = {
  Rancher: newRancher,
  ClusterAPI: newClusterApi,
  OpenStack: newOpenStack,
} as const satisfies Record<ServiceSettings['type'], z.ZodType>;

/** Reads the body of `POST service-settings/`. The type decides which options are valid. Throws Invalid. */
export function parseNewSettings(body: unknown): SettingsChange & { name: string; customerUuid?: string | undefined } {
  const { type, name, customer } = parseBody(head, body);
  const { options: given } = parseBody<{ options: object }>(BODIES[type], body);
  return { name, customerUuid: customer, ...after(type, undefined, given) };
}

/** The options after a change, and the changes to the secrets. */
function after(type: ServiceSettings['type'], stored: object | undefined, given: object): SettingsChange {
  if (type === 'Rancher') {
    const { options, secrets } = mergeOptions(RANCHER, stored, { ...given });
    return { type, options: rancherOptions.parse(options), secrets };
  }
  if (type === 'ClusterAPI') {
    const { options, secrets } = mergeOptions(CLUSTER_API, stored, { ...given });
    return { type, options: clusterApiOptions.parse(options), secrets };
  }
  const { options, secrets } = mergeOptions(OPENSTACK, stored, { ...given });
  return { type, options: openstackOptions.parse(options), secrets };
}

const change = <T extends z.ZodType>(fields: T) =>
  z.object({ name: text(150).optional(), options: fields.optional().meta({ description: OPTIONS }) });
const rancherChange = change(rancherOptionsChange);
const clusterApiChange = change(clusterApiOptionsChange);
const openstackChange = change(openstackOptionsChange);
const CHANGES = {
  Rancher: rancherChange,
  ClusterAPI: clusterApiChange,
  OpenStack: openstackChange,
} as const satisfies Record<ServiceSettings['type'], z.ZodType>;

/**
 * Reads the body of `PATCH service-settings/{uuid}/`. Fields and secrets that are left out do not change. Throws
 * Invalid.
 */
export function parseSettingsChange(settings: ServiceSettings, body: unknown): SettingsChange & { name: string } {
  const { type, options: stored } = settings;
  const parsed = parseBody<{ name?: string | undefined; options?: object | undefined }>(CHANGES[type], body);
  return { name: parsed.name ?? settings.name, ...after(type, stored, parsed.options ?? {}) };
}

export const settingsView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    type: settingsType,
    customer: z.string().nullable(),
    customer_uuid: z.string().nullable(),
    state: z.string(),
    error_message: z.string(),
    options: z.union([rancherOptionsView, clusterApiOptionsView, openstackOptionsView]),
    created: z.string(),
  })
  .meta({ id: 'ServiceSettings' });
export type SettingsView = z.infer<typeof settingsView>;

function viewOptions({ type, options }: ServiceSettings): SettingsView['options'] {
  if (type === 'Rancher') return rancherOptionsView.parse(flatOptions(RANCHER, options));
  if (type === 'ClusterAPI') return clusterApiOptionsView.parse(flatOptions(CLUSTER_API, options));
  return openstackOptionsView.parse(flatOptions(OPENSTACK, options));
}

export function viewSettings(link: Link, settings: ServiceSettings): SettingsView {
  const { uuid, name, type, customerUuid, state, errorMessage, created } = settings;
  return {
    url: link('service-settings', uuid),
    uuid,
    name,
    type,
    customer: customerUuid === undefined ? null : link('customers', customerUuid),
    customer_uuid: customerUuid ?? null,
    state,
    error_message: errorMessage,
    options: viewOptions(settings),
    created,
  };
}

/** The body that `parseNewSettings` reads in two steps, as one schema for the OpenAPI document. */
const newSettingsBody = z.discriminatedUnion('type', [newRancher, newClusterApi, newOpenStack]);

const examplesOf = (texts: Readonly<Record<string, FieldText>>, chosen = (_text: FieldText) => true) =>
  Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (chosen(text) ? [[name, text.example]] : [])));
/**
 * Examples: a provider with only the required options, a provider with all options, a management cluster of Cluster
 * API, and a cloud.
 */
const NEW_SETTINGS = {
  provider: {
    type: 'Rancher',
    name: 'Rancher',
    options: examplesOf(RANCHER_OPTION_TEXTS, (text) => 'required' in text),
  },
  whole_provider: { type: 'Rancher', name: 'Rancher with all options', options: examplesOf(RANCHER_OPTION_TEXTS) },
  cluster_api: { type: 'ClusterAPI', name: 'Cluster API', options: examplesOf(CLUSTER_API_OPTION_TEXTS) },
  cloud: { type: 'OpenStack', name: 'Cloud', options: examplesOf(OPENSTACK_OPTION_TEXTS) },
};

/** The results of all checks of the stored credentials. */
export const settingsCheckView = z
  .object({
    state: z.enum(['OK', 'ERRED']),
    checks: z.array(
      z.object({
        backend: z.enum([
          'rancher',
          'private_registry',
          'vault',
          'keycloak',
          'argocd',
          'waldur',
          'cluster_api',
          'openstack',
        ]),
        option: z.string(),
        ok: z.boolean(),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'ServiceSettingsCheck' });

export const settingsListing: Listing<ServiceSettings, SettingsView> = {
  filters: {
    within: ['customer'],
    contains: { name: ({ name }) => name },
    equals: { name_exact: ({ name }) => name },
    choices: { type: { values: TYPES, of: ({ type }) => type }, state: alwaysOk },
    flags: { shared: () => true },
    nothing: ['scope', 'scope_uuid'],
  },
  orderings: { name: ({ name }) => name, created: ({ created }) => created, type: ({ type }) => type },
  schema: settingsView,
  view: viewSettings,
};

const operations: ApiOperations = {
  'GET /': { summary: 'List providers and clouds', rule: 'visible.list', listing: settingsListing },
  'GET /{uuid}/': { summary: 'Show a provider or cloud', rule: 'service_settings.see', reply: settingsView },
  ...importableClusterOperations,
  ...providerWorkOperations,
  'POST /': {
    summary: 'Add a provider (Rancher, ClusterAPI) or a cloud (OpenStack)',
    rule: 'service_settings.create',
    description:
      'Credentials are stored separately and never shown again. If a new provider’s Rancher answers within three seconds, its role templates are recorded at once. If not, the first check or the hourly sync records them.',
    body: newSettingsBody,
    bodyExamples: NEW_SETTINGS,
    status: 201,
    reply: settingsView,
  },
  'PATCH /{uuid}/': {
    summary: 'Change a provider or a cloud',
    rule: 'service_settings.update',
    description:
      'Fields that are left out stay, including secrets. `null` or empty text removes an option that is not required, or resets it to its default. Removing `private_registry_url`, `vault_host`, `keycloak_url`, `argocd_k8s_namespace` or `waldur_api_url` also removes the other options of the same backend, and its secret. Removing `customer_uuid` also removes the other options for managed clusters. Callers of `POST /webhooks/rancher` need `webhook_secret`. `backend_url`, `vault_host`, `vault_port` and `argocd_k8s_namespace` cannot be changed while clusters have objects in that Rancher, Vault or Argo CD (400). `keycloak_url` and `keycloak_realm` cannot be changed while the provider has groups in the present Keycloak (409). `keycloak_url` cannot be removed while offerings of projects use Keycloak (400). `customer_uuid` cannot be removed while active offerings sell managed clusters (400). If the URL or credential of a backend changes, all backends are checked, as `POST …/check/` does, but each for a few seconds at most. `state` and `error_message` of the answer show the result. The change is stored even if a check fails.',
    body: z.union([rancherChange, clusterApiChange, openstackChange]),
    bodyExample: {
      options: { k8s_version: 'v1.32.3+rke2r1', management_cidrs: ['198.51.100.0/24', '203.0.113.0/24'] },
    },
    reply: settingsView,
  },
  'POST /{uuid}/check/': {
    summary: 'Check the stored credentials of a provider or a cloud',
    rule: 'service_settings.update',
    description:
      'Calls every backend. The answer has a result for each checked option. If an option is wrong, `message` says what to do. A backend that does not answer is reported in the same way. Sets `state` and `error_message` of the settings.',
    reply: settingsCheckView,
    replyExample: {
      state: 'ERRED',
      checks: [
        { backend: 'rancher', option: 'backend_url', ok: true, message: 'Rancher v2.11.3 answers.' },
        {
          backend: 'vault',
          option: 'vault_host',
          ok: false,
          message:
            'Vault cannot be reached (ECONNREFUSED): check the address, and that the network of Paddock is allowed to connect.',
        },
      ],
    },
  },
  ...diagnosisOperations,
};

export const serviceSettingsResource: RestResource = {
  group: 'Operators',
  is: 'Providers (a Rancher with its other backends, or a Kubernetes with Cluster API) and clouds (OpenStack), with credentials.',
  operations,
};
