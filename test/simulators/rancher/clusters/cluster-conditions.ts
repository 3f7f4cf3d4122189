import type { Condition, ManagementCluster, ProvisioningCluster } from '../_core/rancher-objects.ts';

export type Verdict = Pick<Condition, 'status' | 'reason' | 'message'>;

/** Rancher's summary of an object, from the object's conditions and its deletion. */
export interface Summary {
  name: string;
  message: string;
  transitioning: boolean;
  error: boolean;
}

const of = (conditions: Condition[], type: string) => conditions.find((one) => one.type === type);

/** Replaces the condition of this type, or appends it. Returns true if that changed anything. */
export function setCondition(conditions: Condition[], type: string, verdict: Verdict, now: string): boolean {
  const there = of(conditions, type);
  if (!there) conditions.push({ type, ...verdict, lastUpdateTime: now });
  else if (isSame(there, verdict)) return false;
  else Object.assign(there, { reason: undefined, message: undefined, ...verdict, lastUpdateTime: now });
  return true;
}

const isSame = (there: Condition, { status, reason, message }: Verdict): boolean =>
  there.status === status && there.reason === reason && there.message === message;

/**
 * A condition in steve's form. `error` and `transitioning` say whether the condition means an error or a transition.
 */
export function steveCondition({ type, status, reason, message, lastUpdateTime }: Condition) {
  return {
    error: isError({ type, status, reason }),
    lastUpdateTime,
    ...(message !== undefined && { message }),
    ...(reason !== undefined && { reason }),
    ...{ status, transitioning: isTransitioning({ type, status }), type },
  };
}

export function normanCondition({ type, status, reason, message, lastUpdateTime }: Condition) {
  return {
    lastUpdateTime,
    ...(message !== undefined && { message }),
    ...(reason !== undefined && { reason }),
    ...{ status, type },
  };
}

function isError({ type, status, reason }: Pick<Condition, 'type' | 'status' | 'reason'>): boolean {
  if (type === 'Ready') return status !== 'True';
  if (type === 'Stalled') return status === 'True';
  return status === 'False' && reason === 'Error';
}

function isTransitioning({ type, status }: Pick<Condition, 'type' | 'status'>): boolean {
  if (type === 'Reconciling') return status === 'True';
  return status === 'Unknown' && type !== 'Ready';
}

const steady = (name: string, message: string): Summary => ({ name, message, transitioning: false, error: false });
const moving = (name: string, message: string): Summary => ({ name, message, transitioning: true, error: false });

/**
 * The `metadata.state` of a provisioning cluster. An object without conditions counts as current, so a new cluster is
 * `active`.
 */
export function provisioningSummary({ conditions, deletedAt }: ProvisioningCluster): Summary {
  if (conditions.length === 0 && !deletedAt) return steady('active', 'Resource is current');
  const made = of(conditions, 'RKECluster');
  if (made?.status === 'False' && !deletedAt) return { ...steady('error', made.message ?? ''), error: true };
  const updated = of(conditions, 'Updated');
  if (updated?.status === 'False') return { ...steady('updating', updated.message ?? ''), error: true };
  if (updated?.status === 'Unknown') return moving('updating', updated.message ?? '');
  const removed = of(conditions, 'Removed');
  if (removed?.status === 'Unknown') return moving('removing', removed.message ?? '');
  if (of(conditions, 'Reconciling')?.status === 'True') return moving('reconciling', '');
  return deletedAt ? moving('removing', 'Resource scheduled for deletion') : steady('active', 'Resource is Ready');
}

/** The state of a v3 cluster. The state is `active` until a condition says whether the cluster is ready. */
export function managementSummary({ conditions, deletedAt, finalizers }: ManagementCluster): Summary {
  const updated = of(conditions, 'Updated');
  const ready = of(conditions, 'Ready');
  if (deletedAt) {
    const last = finalizers[0]?.replace('controller.cattle.io/', '') ?? '';
    const unfinished = [ready, updated].find((one) => one !== undefined && one.status !== 'True')?.message;
    return moving('removing', [unfinished, `waiting on ${last}`].filter(Boolean).join('; '));
  }
  if (!ready) return steady('active', 'Resource is current');
  if (updated?.status === 'False') return { ...steady('updating', updated.message ?? ''), error: true };
  if (updated?.status === 'Unknown') return moving('updating', updated.message ?? '');
  if (ready.status !== 'True') return { ...steady('unavailable', ready.message ?? ''), error: true };
  return steady('active', 'Resource is Ready');
}
