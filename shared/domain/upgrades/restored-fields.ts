import type { Cluster } from '../clusters/cluster.ts';
import { restoredSettings } from '../pools/rendering/settings-in-rancher.ts';

/**
 * The fields that the cluster's record takes over from Rancher after a restore: the Kubernetes release and, for a
 * cluster with pools, its settings. With the old settings in the record, the next change of pools would undo the
 * restore. Pools are not restored.
 */
export function restoredFields(
  { kubernetesVersion: known, machinePools }: Pick<Cluster, 'kubernetesVersion' | 'machinePools'>,
  spec: Readonly<Record<string, unknown>>,
): Partial<Pick<Cluster, 'kubernetesVersion' | 'machinePools'>> {
  const { kubernetesVersion } = spec;
  const settings = machinePools && restoredSettings(machinePools.settings, spec);
  return {
    kubernetesVersion: typeof kubernetesVersion === 'string' && kubernetesVersion !== '' ? kubernetesVersion : known,
    ...(machinePools && settings && { machinePools: { ...machinePools, settings } }),
  };
}
