import { z } from 'zod';
import type { PoolSettings } from '#shared/domain/planning/pools/cluster-spec';
import { parseDryRun } from '../_core/dry-run.ts';
import { changeTexts, described } from '../_core/field-text.ts';
import { knownFields } from '../_core/known-fields.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import { rootFieldsIn } from '../_core/root-fields.ts';
import { POOL_SETTING_TEXTS } from '../marketplace/orders/pools/pool-settings-attribute-texts.ts';
import {
  poolSettingsFields,
  poolSettingsOf,
  viewPoolSettings,
  viewSeenSettings,
} from '../marketplace/orders/pools/pool-settings-body.ts';
import { changeOperation } from './pool-changes.ts';

const settingsBody = knownFields(z.object(described(poolSettingsFields, changeTexts(POOL_SETTING_TEXTS))));
type Body = z.output<typeof settingsBody>;

/** Maps each field of a body to the field of the stored settings that contains the value. */
const FIELDS = {
  ...{ cni: 'cni', cluster_cidr: 'clusterCidr', service_cidr: 'serviceCidr', tls_sans: 'tlsSans' },
  ...{ system_registry: 'systemRegistry', registry_mirrors: 'mirrors', registries: 'registries' },
  ...{ http_proxy: 'proxy', https_proxy: 'proxy', no_proxy: 'proxy', pod_security_template: 'podSecurityTemplate' },
  ...{ network_policy: 'networkPolicy', authorized_endpoint: 'authorizedEndpoint', etcd_snapshots: 'snapshots' },
  ...{ upgrade_strategy: 'upgradeStrategy', machine_global_config: 'machineGlobalConfig' },
  ...{ chart_values: 'chartValues', additional_manifest: 'additionalManifest', data_directory: 'dataDirectory' },
} as const satisfies Record<keyof Body, keyof PoolSettings>;

/**
 * An imported cluster may have Secrets of Rancher in its settings. The API does not show these Secrets, so a change of
 * settings keeps them.
 */
function withSecrets({ registries, snapshots, ...settings }: PoolSettings, before: PoolSettings): PoolSettings {
  const { s3 } = before.snapshots;
  const secretsOf = (name: string) => before.registries.find(({ registry }) => registry === name);
  return {
    ...settings,
    registries: registries.map((one) => ({ ...secretsOf(one.registry), ...one })),
    snapshots: { ...snapshots, ...(s3 && { s3 }) },
  };
}

/**
 * Applies the given fields to the stored settings. Null gives a field its default. All other fields stay as they are.
 */
function applied(body: Body, settings: PoolSettings): PoolSettings {
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const { cni: _kept, ...known } = viewPoolSettings(settings);
  const whole = poolSettingsOf({ ...known, ...given });
  if (!whole) return settings;
  const names = Object.keys(given) as (keyof Body)[];
  const changed = Object.fromEntries(names.map((name) => [FIELDS[name], whole[FIELDS[name]]]));
  return withSecrets({ ...settings, ...changed }, settings);
}

/** Reads a change of settings. Throws Invalid with the field's name. */
export function parseSettingsChange(body: unknown, query: URLSearchParams) {
  const given = parseBody(settingsBody, body);
  return {
    isDryRun: parseDryRun(query),
    rootFields: rootFieldsIn(settingsBody, body),
    apply: (settings: PoolSettings) => applied(given, settings),
  };
}

const viewFields = {
  cni: z.string(),
  cluster_cidr: z.string().nullable(),
  service_cidr: z.string().nullable(),
  tls_sans: z.array(z.string()),
  system_registry: z.string().nullable(),
  registry_mirrors: z.array(z.object({ registry: z.string(), endpoints: z.array(z.string()) }).loose()),
  registries: z.array(z.object({ registry: z.string() }).loose()),
  http_proxy: z.string().nullable(),
  https_proxy: z.string().nullable(),
  no_proxy: z.array(z.string()),
  pod_security_template: z.string().nullable(),
  network_policy: z.boolean(),
  authorized_endpoint: z.object({}).loose().nullable(),
  etcd_snapshots: z.object({ enabled: z.boolean(), schedule: z.string(), retention: z.int() }),
  upgrade_strategy: z.object({ control_plane_concurrency: z.string(), worker_concurrency: z.string() }).loose(),
  machine_global_config: z.record(z.string(), z.unknown()),
  chart_values: z.record(z.string(), z.unknown()),
  additional_manifest: z.string().nullable(),
  data_directory: z.string().nullable(),
} satisfies Record<keyof Body, z.ZodType>;
/**
 * Descriptions and examples of the settings in replies. A request may leave out fields of `etcd_snapshots` and
 * `upgrade_strategy`. A reply always has these fields, so the examples of replies have more fields.
 */
const VIEW_TEXTS = {
  ...POOL_SETTING_TEXTS,
  etcd_snapshots: {
    ...POOL_SETTING_TEXTS.etcd_snapshots,
    example: { enabled: true, schedule: '0 2 * * *', retention: 7 },
  },
  upgrade_strategy: {
    ...POOL_SETTING_TEXTS.upgrade_strategy,
    example: { control_plane_concurrency: '1', worker_concurrency: '20%' },
  },
};
export const poolSettingsView = z.object(described(viewFields, VIEW_TEXTS)).meta({ id: 'PoolSettings' });

/** Settings that the cluster does not have are null. Without `withSecrets`, documents are empty or null, too. */
export const viewSettings = (settings: PoolSettings, withSecrets: boolean): z.infer<typeof poolSettingsView> =>
  poolSettingsView.parse(
    Object.fromEntries(
      Object.entries(viewSeenSettings(settings, withSecrets)).map(([name, value]) => [name, value ?? null]),
    ),
  );

export const poolSettingsOperations = {
  'GET /{uuid}/pool-settings/': {
    summary: 'Show the settings that all pools of a cluster share',
    rule: 'cluster.see',
    description:
      'The settings have the same names as the attributes of an order. `additional_manifest`, `chart_values` and `machine_global_config` are empty for users who may not change them. 404 for a cluster without pools.',
    reply: poolSettingsView,
  },
  'PATCH /{uuid}/pool-settings/': {
    ...changeOperation,
    summary: 'Change the settings that all pools of a cluster share',
    description:
      'Fields that are left out stay as they are; null gives a field its default. `rancher-field-classes` says which fields restart Kubernetes and which cannot be changed. The Kubernetes version is changed by `upgrade`. Settings of an imported cluster cannot be changed (409). ' +
      'The cluster is `UPDATE_SCHEDULED`, `UPDATING` and then `OK` again. With `dry_run`, or if nothing changes, the answer is 200 with the plan.',
    body: settingsBody,
    bodyExample: { etcd_snapshots: { schedule: '0 2 * * *', retention: 7 } },
  },
} as const satisfies ApiOperations;
