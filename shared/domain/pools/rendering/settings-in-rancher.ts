import { z } from 'zod';
import type { PoolSettings } from '../../planning/pools/cluster-spec.ts';
import type { DrainSettings } from '../../planning/pools/drain-settings.ts';

const text = z.string().nullish();
const flag = z.boolean().nullish();
const number = z.int().nullish();
const fields = z.record(z.string(), z.unknown());
const concurrency = z.union([z.string(), z.number()]).transform(String).nullish();

const drain = z.object({
  ...{ enabled: flag, timeout: number, force: flag, ignoreDaemonSets: flag },
  ...{ deleteEmptyDirData: flag, disableEviction: flag, gracePeriod: number },
});
const mirror = z.object({
  endpoint: z.array(z.string()).nullish(),
  rewrite: z.record(z.string(), z.string()).nullish(),
});
const access = z.object({
  ...{ authConfigSecretName: text, tlsSecretName: text, caBundle: text, insecureSkipVerify: flag },
});
/** Settings of a provisioning cluster. When Rancher restores the cluster, it takes these settings from the snapshot. */
const writtenSettings = z.object({
  defaultPodSecurityAdmissionConfigurationTemplateName: text,
  rkeConfig: z.object({
    upgradeStrategy: z
      .object({
        controlPlaneConcurrency: concurrency,
        workerConcurrency: concurrency,
        workerDrainOptions: drain.nullish(),
      })
      .nullish(),
    machineGlobalConfig: fields.nullish(),
    machineSelectorConfig: z
      .array(z.object({ machineLabelSelector: z.unknown().optional(), config: fields.nullish() }))
      .nullish(),
    chartValues: fields.nullish(),
    additionalManifest: text,
    registries: z
      .object({
        mirrors: z.record(z.string(), mirror).nullish(),
        configs: z.record(z.string(), access).nullish(),
      })
      .nullish(),
  }),
});
type Written = z.infer<typeof writtenSettings>['rkeConfig'];

const textIn = (config: z.infer<typeof fields>, name: string): string | undefined => {
  const value = config[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

function drainOf(written: z.infer<typeof drain> | null | undefined): DrainSettings {
  return {
    enabled: written?.enabled ?? false,
    timeoutSeconds: written?.timeout ?? 0,
    force: written?.force ?? false,
    ignoreDaemonSets: written?.ignoreDaemonSets ?? false,
    deleteEmptyDirData: written?.deleteEmptyDirData ?? false,
    disableEviction: written?.disableEviction ?? false,
    gracePeriodSeconds: written?.gracePeriod ?? 0,
  };
}

function registriesOf({ registries }: Written): Pick<PoolSettings, 'mirrors' | 'registries'> {
  return {
    mirrors: Object.entries(registries?.mirrors ?? {}).map(([registry, { endpoint, rewrite }]) => ({
      ...{ registry, endpoints: endpoint ?? [], rewrites: rewrite ?? {} },
    })),
    registries: Object.entries(registries?.configs ?? {}).map(([registry, one]) => ({
      registry,
      ...(one.authConfigSecretName && { authSecretName: one.authConfigSecretName }),
      ...(one.tlsSecretName && { tlsSecretName: one.tlsSecretName }),
      ...(one.caBundle && { caBundle: one.caBundle }),
      skipsVerification: one.insecureSkipVerify ?? false,
    })),
  };
}

/** Settings of RKE2 on all machines. */
function globalOf({ machineGlobalConfig, machineSelectorConfig }: Written) {
  const {
    cni: _cni,
    'cluster-cidr': _cluster,
    'service-cidr': _service,
    'tls-san': names,
    ...others
  } = machineGlobalConfig ?? {};
  const config = machineGlobalConfig ?? {};
  const everywhere = machineSelectorConfig?.find(({ machineLabelSelector }) => machineLabelSelector == null)?.config;
  return {
    machineGlobalConfig: others,
    cni: textIn(config, 'cni'),
    clusterCidr: textIn(config, 'cluster-cidr'),
    serviceCidr: textIn(config, 'service-cidr'),
    tlsSans: z.array(z.string()).catch([]).parse(names),
    systemRegistry: textIn(everywhere ?? {}, 'system-default-registry'),
  };
}

/**
 * The settings of a cluster with pools after Rancher has restored all settings of a snapshot. Rancher leaves pools,
 * snapshots, proxy, network policy and the endpoint as they are, and so does this function. Undefined if the object in
 * Rancher has an unexpected structure.
 */
export function restoredSettings(before: PoolSettings, spec: unknown): PoolSettings | undefined {
  const { data } = writtenSettings.safeParse(spec);
  if (!data) return undefined;
  const { rkeConfig, defaultPodSecurityAdmissionConfigurationTemplateName: podSecurityTemplate } = data;
  const { upgradeStrategy: strategy, chartValues, additionalManifest } = rkeConfig;
  const { cni = before.cni, ...config } = globalOf(rkeConfig);
  return {
    ...before,
    ...{ ...config, cni, ...registriesOf(rkeConfig) },
    upgradeStrategy: {
      controlPlaneConcurrency: strategy?.controlPlaneConcurrency ?? '1',
      workerConcurrency: strategy?.workerConcurrency ?? '1',
      drain: drainOf(strategy?.workerDrainOptions),
    },
    chartValues: chartValues ?? {},
    additionalManifest: additionalManifest || undefined,
    podSecurityTemplate: podSecurityTemplate || undefined,
  };
}
