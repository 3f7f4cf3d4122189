import { z } from 'zod';
import { parseUuid } from '#shared/domain/_core/identifier';
import { nullable } from '#shared/domain/_core/options-change';
import { isSiteAgentOffering, type Offering } from '#shared/domain/marketplace/offering';
import {
  MAX_LABELS,
  projectPluginOptions,
  projectPluginOptionsChange,
} from '#shared/domain/marketplace/rancher-project-offering';
import { agentPluginOptions, agentPluginOptionsChange } from '#shared/domain/marketplace/site-agent-offering';
import { isFlavorPattern, MAX_PATTERN } from '#shared/domain/planning/flavors/flavor-pattern';
import { pluginOptions, pluginOptionsChange } from '#shared/domain/providers/plugin-options';
import { tenantPluginOptions, tenantPluginOptionsChange } from '#shared/domain/providers/tenant-plugin-options';
import { described } from '../_core/field-text.ts';
import { numberFromText, text } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import { TENANT_PLUGIN_OPTION_TEXTS } from '../providers/openstack-option-texts.ts';
import { PLUGIN_OPTION_TEXTS } from './plugin-option-texts.ts';
import { PROJECT_OPTION_TEXTS } from './project-option-texts.ts';

const IS_NUMBER = /_(size_gb|max_cpu|max_ram|max_disk|max_nodes|pause_minutes|s3_retention)$/;

/** Removes duplicates from a list of uuids. Uuids that differ only in dashes are duplicates. */
const distinctUuids = (list: readonly unknown[]): unknown[] => [
  ...new Set(list.map((item) => (typeof item === 'string' ? (parseUuid(item) ?? item) : item))),
];

function readOption(name: string, value: unknown): unknown {
  if (value === '') return null;
  if (IS_NUMBER.test(name)) return numberFromText(value);
  return Array.isArray(value) ? distinctUuids(value) : value;
}

const entriesOf = (value: unknown): [string, unknown][] | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;

/** Converts the options that an HTML form sends: numbers arrive as text, and missing values as empty text. */
const fromForm = (value: unknown): unknown => {
  const entries = entriesOf(value);
  return entries ? Object.fromEntries(entries.map(([name, option]) => [name, readOption(name, option)])) : value;
};
const withoutNulls = (value: unknown): unknown => {
  const entries = entriesOf(fromForm(value));
  return entries ? Object.fromEntries(entries.filter(([, option]) => option !== null)) : value;
};

const flavorsRegex = text(MAX_PATTERN).refine(
  (given) => given.length > MAX_PATTERN || isFlavorPattern(given),
  'Enter a regular expression in RE2 syntax.',
);

const MAX_NAME = 255;
/** Maximum vCPUs, memory and storage (GB) of the tenants of one order. */
const most = z.int().min(1).max(10_000_000);
const { etcd_snapshot_s3_credential, kubernetes_versions } = pluginOptions.shape;
/**
 * Options with bounds that a stored offering may exceed, because earlier releases had none. They are in the body only,
 * so that every stored offering can be read.
 */
const boundedOptions = {
  flavors_regex: flavorsRegex,
  kubernetes_versions: z.array(kubernetes_versions.unwrap().element.max(MAX_NAME)).max(50),
  etcd_snapshot_s3_credential: etcd_snapshot_s3_credential.unwrap().max(MAX_NAME),
  managed_rancher_tenant_max_cpu: most,
  managed_rancher_tenant_max_ram: most,
  managed_rancher_tenant_max_disk: most,
};

/**
 * The `plugin_options` of a new offering. Unknown options are refused, because a mistyped option would otherwise be
 * ignored without notice.
 */
export const pluginOptionsBody = z.preprocess(
  withoutNulls,
  knownFields(
    z.object(described({ ...pluginOptions.shape, ...z.object(boundedOptions).partial().shape }, PLUGIN_OPTION_TEXTS)),
    'option',
  ),
);
/** The `plugin_options` of a change. Null or empty text removes an option. */
export const pluginOptionsChangeBody = z.preprocess(
  fromForm,
  knownFields(
    z.object(
      described(
        { ...pluginOptionsChange.shape, ...nullable(z.object(boundedOptions).partial().shape) },
        PLUGIN_OPTION_TEXTS,
      ),
    ),
    'option',
  ),
);

export const agentPluginOptionsBody = z.preprocess(
  withoutNulls,
  knownFields(z.object(described(agentPluginOptions.shape, PLUGIN_OPTION_TEXTS)), 'option'),
);
export const agentPluginOptionsChangeBody = z.preprocess(
  fromForm,
  knownFields(z.object(described(agentPluginOptionsChange.shape, PLUGIN_OPTION_TEXTS)), 'option'),
);

const clusterId = projectPluginOptions.shape.cluster_id.max(MAX_NAME);
const namespaceLabels = projectPluginOptions.shape.namespace_labels.unwrap().meta({ maxProperties: MAX_LABELS });

/** `plugin_options` of an offering of projects. */
export const projectPluginOptionsBody = z.preprocess(
  withoutNulls,
  knownFields(
    z.object(
      described(
        { ...projectPluginOptions.shape, cluster_id: clusterId, namespace_labels: namespaceLabels.optional() },
        PROJECT_OPTION_TEXTS,
      ),
    ),
    'option',
  ),
);
export const projectPluginOptionsChangeBody = z.preprocess(
  fromForm,
  knownFields(
    z.object(
      described(
        { ...projectPluginOptionsChange.shape, namespace_labels: namespaceLabels.nullish() },
        PROJECT_OPTION_TEXTS,
      ),
    ),
    'option',
    {
      names: ['cluster_id'],
      text: 'The cluster cannot be changed, because projects are in it.',
    },
  ),
);

/** `plugin_options` of an offering that represents a cloud for managed clusters. */
export const tenantPluginOptionsBody = z.preprocess(
  withoutNulls,
  knownFields(z.object(described(tenantPluginOptions.shape, TENANT_PLUGIN_OPTION_TEXTS)), 'option'),
);
export const tenantPluginOptionsChangeBody = z.preprocess(
  fromForm,
  knownFields(z.object(described(tenantPluginOptionsChange.shape, TENANT_PLUGIN_OPTION_TEXTS)), 'option'),
);

/**
 * The options as the seller sees them. For a site agent, `username_generation_policy` is added. Its value means that
 * the name of each account is the user's username in Paddock.
 */
export const shownPluginOptions = (offering: Offering): Record<string, unknown> =>
  isSiteAgentOffering(offering)
    ? { ...offering.pluginOptions, username_generation_policy: 'waldur_username' }
    : { ...offering.pluginOptions };
