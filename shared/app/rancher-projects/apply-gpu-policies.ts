import {
  addressOfPolicy,
  type GpuPolicyOptions,
  gpuPolicies,
  isPolicyKind,
  KYVERNO_API,
  type PolicyState,
  stateOfPolicy,
} from '#shared/domain/rancher-projects/gpu/gpu-policies';
import type { ClusterObjects } from '#shared/ports/rancher/cluster-objects';

/**
 * Names of GPU policies. `changed`: somebody has changed the policy, so it stays as it is. `skipped`: the policy was
 * not applied, because the cluster has no Kyverno. A policy that was already up to date is in no list.
 */
export type AppliedPolicies = { applied: string[]; changed: string[]; skipped: string[] };

/** Reads the state of each policy that an offering needs in a cluster. Writes nothing. */
export async function readGpuPolicies(
  rancher: Pick<ClusterObjects, 'listKinds' | 'findObject'>,
  clusterId: string,
  options: GpuPolicyOptions,
) {
  const wanted = gpuPolicies(options);
  if (wanted.length === 0) return [];
  const hasKyverno = (await rancher.listKinds(clusterId, KYVERNO_API)).some(isPolicyKind);
  const read: { policy: (typeof wanted)[number]; state: PolicyState }[] = [];
  for (const policy of wanted) {
    const state = hasKyverno
      ? stateOfPolicy(policy, await rancher.findObject(clusterId, addressOfPolicy(policy)))
      : 'no Kyverno';
    read.push({ policy, state });
  }
  return read;
}

/**
 * Applies each GPU policy that a cluster needs and does not have, or has in another version. A policy that somebody has
 * changed is left alone, because the change may be on purpose. Safe to repeat.
 */
export async function applyGpuPolicies(
  rancher: Pick<ClusterObjects, 'listKinds' | 'findObject' | 'applyObject'>,
  clusterId: string,
  options: GpuPolicyOptions,
): Promise<AppliedPolicies> {
  const result: AppliedPolicies = { applied: [], changed: [], skipped: [] };
  for (const { policy, state } of await readGpuPolicies(rancher, clusterId, options)) {
    const { name } = policy.metadata;
    if (state === 'no Kyverno') result.skipped.push(name);
    else if (state === 'changed') result.changed.push(name);
    else if (state !== 'current') {
      await rancher.applyObject(clusterId, addressOfPolicy(policy), policy, { force: true });
      result.applied.push(name);
    }
  }
  return result;
}
