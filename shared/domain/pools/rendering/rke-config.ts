import { drainOptions } from '../../clusters/cluster-upgrade.ts';
import type {
  EtcdSnapshots,
  PoolClusterSpec,
  RegistryAccess,
  RegistryMirror,
} from '../../planning/pools/cluster-spec.ts';

const byRegistry = <T extends { registry: string }, V>(items: readonly T[], view: (item: T) => V) =>
  Object.fromEntries(items.map((item) => [item.registry, view(item)]));

const mirrorView = ({ endpoints, rewrites }: RegistryMirror) => ({ endpoint: endpoints, rewrite: rewrites });
const accessView = ({ authSecretName, tlsSecretName, caBundle, skipsVerification }: RegistryAccess) => ({
  authConfigSecretName: authSecretName,
  tlsSecretName,
  caBundle,
  insecureSkipVerify: skipsVerification,
});

const etcdView = ({ isEnabled, schedule, retention, s3 }: EtcdSnapshots) => ({
  disableSnapshots: !isEnabled,
  snapshotScheduleCron: schedule,
  snapshotRetention: retention,
  ...(s3 && {
    s3: {
      endpoint: s3.endpoint,
      bucket: s3.bucket,
      region: s3.region,
      folder: s3.folder,
      cloudCredentialName: s3.credentialRef,
      endpointCA: s3.endpointCa,
      skipSSLVerify: s3.skipsVerification,
      retention: s3.retention,
    },
  }),
});

/** Settings that all machines have in RKE2's configuration file. */
const globalConfig = (spec: PoolClusterSpec) => ({
  ...spec.machineGlobalConfig,
  cni: spec.cni,
  'cluster-cidr': spec.clusterCidr,
  'service-cidr': spec.serviceCidr,
  ...(spec.tlsSans.length > 0 && { 'tls-san': spec.tlsSans }),
});

const dataDirectories = (parent: string) => ({
  systemAgent: `${parent}/agent`,
  provisioning: `${parent}/provisioning`,
  k8sDistro: `${parent}/rke2`,
});

/** The part of a provisioning cluster's `rkeConfig` that is not about pools or operations. */
export function rkeConfig(spec: PoolClusterSpec) {
  const { upgradeStrategy, systemRegistry, dataDirectory } = spec;
  const drain = drainOptions(upgradeStrategy.drain);
  return {
    upgradeStrategy: {
      controlPlaneConcurrency: upgradeStrategy.controlPlaneConcurrency,
      controlPlaneDrainOptions: drain,
      workerConcurrency: upgradeStrategy.workerConcurrency,
      workerDrainOptions: drain,
    },
    machineGlobalConfig: globalConfig(spec),
    machineSelectorConfig: [
      { config: { 'protect-kernel-defaults': false, 'system-default-registry': systemRegistry } },
    ],
    chartValues: spec.chartValues,
    additionalManifest: spec.additionalManifest,
    registries: {
      mirrors: byRegistry(spec.mirrors, mirrorView),
      configs: byRegistry(spec.registries, accessView),
    },
    etcd: etcdView(spec.snapshots),
    ...(dataDirectory !== undefined && { dataDirectories: dataDirectories(dataDirectory) }),
  };
}
