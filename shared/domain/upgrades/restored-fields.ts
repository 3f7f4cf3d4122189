import type { Cluster } from '../clusters/cluster.ts';
import { restoredSettings } from '../pools/rendering/settings-in-rancher.ts';

/**
 * The fields that the cluster's record takes over from Rancher after a restore: the Kubernetes release and, for a
 * cluster with pools, the cluster's settings. If the record kept the settings from before the restore, the next change
 * of pools would write these settings to Rancher again. A restore does not change pools, so the record's pools stay as
 * they are.
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
