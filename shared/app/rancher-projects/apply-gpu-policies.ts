import {
  addressOfPolicy,
  driftOfPolicy,
  type GpuPolicyOptions,
  gpuPolicies,
  isPolicyKind,
  KYVERNO_API,
} from '#shared/domain/rancher-projects/gpu/gpu-policies';
import type { ClusterObjects } from '#shared/ports/cluster-objects';

/** `skipped`: the cluster has no Kyverno. `changed`: policies that somebody has changed, which stay as they are. */
export type AppliedPolicies = { applied: string[]; changed: string[]; skipped: string[] };

/**
 * Applies the policies for GPUs that a cluster needs: those that are missing, and those of another version. A policy
 * that somebody has changed is left alone, because the change may be on purpose. Safe to repeat.
 */
export async function applyGpuPolicies(
  rancher: Pick<ClusterObjects, 'listKinds' | 'findObject' | 'applyObject'>,
  clusterId: string,
  options: GpuPolicyOptions,
): Promise<AppliedPolicies> {
  const result: AppliedPolicies = { applied: [], changed: [], skipped: [] };
  const wanted = gpuPolicies(options);
  if (wanted.length === 0) return result;
  const kinds = await rancher.listKinds(clusterId, KYVERNO_API);
  if (!kinds.some(isPolicyKind)) return { ...result, skipped: wanted.map(({ metadata }) => metadata.name) };
  for (const policy of wanted) {
    const { name } = policy.metadata;
    const at = addressOfPolicy(policy);
    const drift = driftOfPolicy(policy, await rancher.findObject(clusterId, at));
    if (drift === 'changed') result.changed.push(name);
    else if (drift !== undefined) {
      await rancher.applyObject(clusterId, at, policy, { force: true });
      result.applied.push(name);
    }
  }
  return result;
}
