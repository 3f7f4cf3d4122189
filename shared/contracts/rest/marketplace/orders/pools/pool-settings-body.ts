import { z } from 'zod';
import { drainBody, drainOf, viewDrain } from '#shared/contracts/rest/_core/drain-fields';
import { described } from '#shared/contracts/rest/_core/field-text';
import {
  flag,
  integer,
  jsonObject,
  looseText,
  mapKey,
  mapOf,
  optional,
  proxyAddress,
  text,
  verbatim,
} from '#shared/contracts/rest/_core/fields';
import { knownFields } from '#shared/contracts/rest/_core/known-fields';
import { asGoodAsRoot } from '#shared/contracts/rest/_core/root-fields';
import type { PoolSettings } from '#shared/domain/planning/pools/cluster-spec';
import { DEFAULT_POOL_SETTINGS } from '#shared/domain/pools/order/default-settings';
import {
  ENDPOINT_TEXTS,
  MIRROR_TEXTS,
  REGISTRY_TEXTS,
  SNAPSHOT_TEXTS,
  STRATEGY_TEXTS,
} from './pool-settings-attribute-texts.ts';

const { snapshots: DEFAULT_SNAPSHOTS, upgradeStrategy: DEFAULT_STRATEGY } = DEFAULT_POOL_SETTINGS;
const MAX_LISTED = 50;
const MAX_NAME = 253;
/**
 * Maximum length of a document (a JSON object or a manifest), in characters. The length is limited because the record
 * of an order contains all documents of the order.
 */
const MAX_DOCUMENT = 40_000;
const MAX_KEYS = 500;
const DIRECTORY = /^(?:\/[\w][\w.-]*)+$/;

const names = () => z.array(text(MAX_NAME)).max(MAX_LISTED).optional();
const document = () => jsonObject(MAX_NAME, MAX_KEYS, MAX_DOCUMENT).optional();
const proxy = () => optional(proxyAddress());

const mirrorBody = knownFields(
  z.object(
    described(
      {
        registry: text(MAX_NAME),
        endpoints: z.array(text(200)).max(MAX_LISTED),
        rewrites: mapOf(mapKey(200), looseText(200), MAX_LISTED).default({}),
      },
      MIRROR_TEXTS,
    ),
  ),
);
/**
 * No field accepts the name of a Secret in Rancher, because all clusters of a Rancher share these Secrets. With such a
 * field, an order could name the Secret of another customer.
 */
const registryBody = knownFields(
  z.object(
    described(
      {
        registry: text(MAX_NAME),
        ca_bundle: optional(verbatim(MAX_DOCUMENT)),
        insecure_skip_verify: flag().default(false),
      },
      REGISTRY_TEXTS,
    ),
  ),
);
const endpointBody = knownFields(
  z.object(described({ fqdn: optional(text(MAX_NAME)), ca_certs: optional(verbatim(MAX_DOCUMENT)) }, ENDPOINT_TEXTS)),
);
const snapshotsBody = knownFields(
  z.object(
    described(
      {
        enabled: flag().default(DEFAULT_SNAPSHOTS.isEnabled),
        schedule: text(100).default(DEFAULT_SNAPSHOTS.schedule),
        retention: integer(1, 1000).default(DEFAULT_SNAPSHOTS.retention),
      },
      SNAPSHOT_TEXTS,
    ),
  ),
);
const strategyBody = knownFields(
  z.object(
    described(
      {
        control_plane_concurrency: text(10).default(DEFAULT_STRATEGY.controlPlaneConcurrency),
        worker_concurrency: text(10).default(DEFAULT_STRATEGY.workerConcurrency),
        drain: drainBody.optional(),
      },
      STRATEGY_TEXTS,
    ),
  ),
);

/** Settings of a cluster with pools. An order has these settings in the same object as its other attributes. */
export const poolSettingsFields = {
  cni: optional(z.enum(['cilium', 'calico', 'canal', 'flannel'])),
  cluster_cidr: optional(text(50)),
  service_cidr: optional(text(50)),
  tls_sans: asGoodAsRoot(names(), 'components'),
  system_registry: asGoodAsRoot(optional(text(MAX_NAME)), 'images'),
  registry_mirrors: asGoodAsRoot(z.array(mirrorBody).max(MAX_LISTED).optional(), 'images'),
  registries: asGoodAsRoot(z.array(registryBody).max(MAX_LISTED).optional(), 'images'),
  http_proxy: asGoodAsRoot(proxy(), 'traffic'),
  https_proxy: asGoodAsRoot(proxy(), 'traffic'),
  no_proxy: asGoodAsRoot(names(), 'traffic'),
  pod_security_template: asGoodAsRoot(optional(text(MAX_NAME)), 'pods'),
  network_policy: flag().optional(),
  authorized_endpoint: asGoodAsRoot(endpointBody.nullish(), 'people'),
  etcd_snapshots: snapshotsBody.optional(),
  upgrade_strategy: strategyBody.optional(),
  machine_global_config: asGoodAsRoot(document(), 'components'),
  chart_values: asGoodAsRoot(document(), 'objects'),
  additional_manifest: asGoodAsRoot(optional(verbatim(MAX_DOCUMENT)), 'objects'),
  data_directory: optional(text(200).regex(DIRECTORY, 'Enter an absolute path.')),
};
type Given = z.output<z.ZodObject<typeof poolSettingsFields>>;

function proxyOf({ http_proxy, https_proxy, no_proxy = [] }: Given): PoolSettings['proxy'] {
  if (http_proxy == null && https_proxy == null && no_proxy.length === 0) return undefined;
  return { httpProxy: http_proxy ?? undefined, httpsProxy: https_proxy ?? undefined, noProxy: no_proxy };
}

const registriesOf = ({ registries = [] }: Given): PoolSettings['registries'] =>
  registries.map(({ registry, ca_bundle, insecure_skip_verify }) => ({
    registry,
    caBundle: ca_bundle ?? undefined,
    skipsVerification: insecure_skip_verify,
  }));

const snapshotsOf = ({ etcd_snapshots: given }: Given): PoolSettings['snapshots'] =>
  given ? { isEnabled: given.enabled, schedule: given.schedule, retention: given.retention } : DEFAULT_SNAPSHOTS;

const strategyOf = ({ upgrade_strategy: given }: Given): PoolSettings['upgradeStrategy'] =>
  given
    ? {
        controlPlaneConcurrency: given.control_plane_concurrency,
        workerConcurrency: given.worker_concurrency,
        drain: drainOf(given.drain),
      }
    : DEFAULT_STRATEGY;

const isGiven = (given: Given): boolean =>
  Object.entries(given).some(([field, value]) => field in poolSettingsFields && value != null);

const endpointOf = ({ authorized_endpoint: given }: Given): PoolSettings['authorizedEndpoint'] =>
  given ? { fqdn: given.fqdn ?? undefined, caCerts: given.ca_certs ?? undefined } : undefined;

/** Settings without a default. */
const optionalSettingsOf = (given: Given) => ({
  clusterCidr: given.cluster_cidr ?? undefined,
  serviceCidr: given.service_cidr ?? undefined,
  systemRegistry: given.system_registry ?? undefined,
  podSecurityTemplate: given.pod_security_template ?? undefined,
  additionalManifest: given.additional_manifest ?? undefined,
  dataDirectory: given.data_directory ?? undefined,
});

/**
 * The settings of an order. Undefined if the order gives none of them. Otherwise each setting that the order leaves out
 * gets its default, or stays undefined if it has no default.
 */
export function poolSettingsOf(given: Given): PoolSettings | undefined {
  if (!isGiven(given)) return undefined;
  return {
    ...optionalSettingsOf(given),
    cni: given.cni ?? DEFAULT_POOL_SETTINGS.cni,
    tlsSans: given.tls_sans ?? [],
    mirrors: given.registry_mirrors ?? [],
    registries: registriesOf(given),
    proxy: proxyOf(given),
    networkPolicy: given.network_policy ?? DEFAULT_POOL_SETTINGS.networkPolicy,
    authorizedEndpoint: endpointOf(given),
    snapshots: snapshotsOf(given),
    upgradeStrategy: strategyOf(given),
    machineGlobalConfig: given.machine_global_config ?? {},
    chartValues: given.chart_values ?? {},
  };
}

const viewStrategy = ({ controlPlaneConcurrency, workerConcurrency, drain }: PoolSettings['upgradeStrategy']) => ({
  control_plane_concurrency: controlPlaneConcurrency,
  worker_concurrency: workerConcurrency,
  drain: viewDrain(drain),
});

/** Shows all settings, under the names of the attributes. */
export const viewPoolSettings = (settings: PoolSettings) => ({
  cni: settings.cni,
  cluster_cidr: settings.clusterCidr,
  service_cidr: settings.serviceCidr,
  tls_sans: settings.tlsSans,
  system_registry: settings.systemRegistry,
  registry_mirrors: settings.mirrors,
  registries: settings.registries.map(({ registry, caBundle, skipsVerification }) => ({
    registry,
    ca_bundle: caBundle,
    insecure_skip_verify: skipsVerification,
  })),
  http_proxy: settings.proxy?.httpProxy,
  https_proxy: settings.proxy?.httpsProxy,
  no_proxy: settings.proxy?.noProxy ?? [],
  pod_security_template: settings.podSecurityTemplate,
  network_policy: settings.networkPolicy,
  authorized_endpoint: settings.authorizedEndpoint && {
    fqdn: settings.authorizedEndpoint.fqdn,
    ca_certs: settings.authorizedEndpoint.caCerts,
  },
  etcd_snapshots: {
    enabled: settings.snapshots.isEnabled,
    schedule: settings.snapshots.schedule,
    retention: settings.snapshots.retention,
  },
  upgrade_strategy: viewStrategy(settings.upgradeStrategy),
  machine_global_config: settings.machineGlobalConfig,
  chart_values: settings.chartValues,
  additional_manifest: settings.additionalManifest,
  data_directory: settings.dataDirectory,
});

/**
 * Shows the settings to users who may not set fields that are as good as root, unless `withSecrets`. Documents are left
 * out for them, because manifests and arguments often contain passwords.
 */
export function viewSeenSettings(settings: PoolSettings, withSecrets: boolean) {
  const shown = viewPoolSettings(settings);
  if (withSecrets) return shown;
  return { ...shown, machine_global_config: {}, chart_values: {}, additional_manifest: undefined };
}
