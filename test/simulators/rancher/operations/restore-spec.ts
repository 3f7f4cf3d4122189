import { isDeepStrictEqual } from 'node:util';
import { RancherError } from '../_core/rancher-errors.ts';
import type { RancherStore } from '../_core/rancher-store.ts';
import { snapshotOf, specIn } from './etcd-snapshots.ts';

/** Fields that a full restoration takes from the snapshot's spec. */
const OF_CONFIG = [
  ...['machineGlobalConfig', 'machineSelectorConfig', 'chartValues', 'registries', 'upgradeStrategy'],
  ...['additionalManifest', 'networking'],
];
const OF_SPEC = [
  ...['kubernetesVersion', 'defaultPodSecurityAdmissionConfigurationTemplateName'],
  ...['clusterAgentDeploymentCustomization', 'fleetAgentDeploymentCustomization'],
];

type Spec = Record<string, unknown>;
const taken = (from: Spec, into: Spec, names: string[]): Spec => {
  const kept = Object.entries(into).filter(([name]) => !names.includes(name));
  const found = Object.entries(from).filter(([name]) => names.includes(name));
  return Object.fromEntries([...kept, ...found]);
};

/** A cluster's spec, with the parts of the snapshot's spec that `restoreRKEConfig` selects. */
export function restoredSpec(spec: Spec, snapshot: Spec, mode: unknown): Spec {
  if (mode === 'kubernetesVersion') return taken(snapshot, spec, ['kubernetesVersion']);
  if (mode !== 'all') return spec;
  const rkeConfig = taken(Object(snapshot.rkeConfig), Object(spec.rkeConfig), OF_CONFIG);
  return { ...taken(snapshot, spec, OF_SPEC), rkeConfig };
}

/** Rancher's webhook refuses a restoration that needs the spec of a missing snapshot. */
export function admitRestore(
  store: RancherStore,
  namespace: string,
  { spec, before }: { spec: Spec; before: Spec },
): void {
  const asked = Object(Object(spec.rkeConfig).etcdSnapshotRestore);
  const { name, restoreRKEConfig: mode } = asked;
  if (!name || !mode || mode === 'none') return;
  if (isDeepStrictEqual(asked, Object(Object(before.rkeConfig).etcdSnapshotRestore))) return;
  const snapshot = snapshotOf(store, namespace, name);
  if (!snapshot) throw refused(`etcd restore references missing snapshot ${name} in namespace ${namespace}`);
  if (mode !== 'kubernetesVersion' && mode !== 'all') throw refused(`unsupported restore mode ${mode}`);
  specIn(snapshot);
}

const refused = (why: string): RancherError =>
  new RancherError(
    400,
    'BadRequest',
    `admission webhook "rancher.cattle.io.clusters.provisioning.cattle.io" denied the request: ${why}`,
  );
