import { isSameValue } from '../_core/values/deep-equal.ts';
import type { RestoreScope } from '../clusters/operations/rancher-operation.ts';
import type { EtcdSnapshot } from '../pools/views/etcd-snapshot.ts';

/** `spec` of a provisioning cluster, as it was read from Rancher or from a snapshot. */
export type ClusterSpec = Readonly<Record<string, unknown>>;

/**
 * The data that a restore would lose, and the fields that it would change. The plan is computed before the restore
 * begins.
 */
export type RestorePlan = {
  snapshot: EtcdSnapshot;
  scope: RestoreScope;
  /** The age of the snapshot. Everything that was written into the cluster after the snapshot is lost. */
  ageSeconds: number;
  /** The Kubernetes release after the restore. */
  kubernetesVersion: string;
  /** Fields of the provisioning cluster that get their values from the snapshot. */
  fields: string[];
};

/** Fields that Rancher takes from the snapshot if all settings are restored. */
const OF_SPEC = [
  ...['kubernetesVersion', 'defaultPodSecurityAdmissionConfigurationTemplateName'],
  ...['clusterAgentDeploymentCustomization', 'fleetAgentDeploymentCustomization'],
];
const OF_CONFIG = [
  ...['machineGlobalConfig', 'machineSelectorConfig', 'chartValues', 'registries', 'upgradeStrategy'],
  ...['additionalManifest', 'networking'],
];

const asSpec = (value: unknown): ClusterSpec => (typeof value === 'object' && value !== null ? { ...value } : {});
const differing = (names: readonly string[], now: ClusterSpec, saved: ClusterSpec): string[] =>
  names.filter((name) => !isSameValue(now[name], saved[name]));

/** Names of the fields that a restore with this scope changes, because their values differ from the snapshot. */
function restoredFields(scope: RestoreScope, now: ClusterSpec, saved: ClusterSpec): string[] {
  if (scope === 'none') return [];
  if (scope === 'kubernetesVersion') return differing(['kubernetesVersion'], now, saved);
  return [
    ...differing(OF_SPEC, now, saved),
    ...differing(OF_CONFIG, asSpec(now.rkeConfig), asSpec(saved.rkeConfig)).map((name) => `rkeConfig.${name}`),
  ];
}

const versionOf = ({ kubernetesVersion }: ClusterSpec): string =>
  typeof kubernetesVersion === 'string' ? kubernetesVersion : '';

/** @param saved the settings in the snapshot. Undefined if only etcd is restored */
export function planRestore(
  { snapshot, scope }: { snapshot: EtcdSnapshot; scope: RestoreScope },
  { now, saved }: { now: ClusterSpec; saved: ClusterSpec | undefined },
  at: Date,
): RestorePlan {
  const takenAt = Date.parse(snapshot.createdAt);
  const fields = saved ? restoredFields(scope, now, saved) : [];
  return {
    ...{ snapshot, scope, fields },
    ageSeconds: Number.isNaN(takenAt) ? 0 : Math.max(0, Math.round((at.getTime() - takenAt) / 1000)),
    kubernetesVersion: versionOf(saved && scope !== 'none' ? saved : now),
  };
}
