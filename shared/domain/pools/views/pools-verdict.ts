import type { WaitFailure } from '#shared/errors';
import type { StoredPool } from '../../clusters/machine-pools.ts';
import type { Verdict } from '../../nodes/bootstrap-verdict.ts';
import type { RancherRole } from '../../planning/rancher-role.ts';
import { missingRoles, missingRolesText } from './missing-roles.ts';

export type SeenCluster = {
  /** State and message of the cluster in Rancher. */
  state: string;
  message: string;
  machines: readonly {
    poolName: string;
    roles: readonly RancherRole[];
    isReady: boolean;
    nodeName?: string | undefined;
  }[];
};
type Time = { waitedMs: number; deadlineMs: number };

/** Number of machines that are not ready yet. The autoscaler may choose another number than a person. */
function missingCount(pools: readonly StoredPool[], { machines }: SeenCluster): number {
  const missing = pools.map(({ spec }) => {
    const ready = machines.filter(({ poolName, isReady }) => poolName === spec.name && isReady).length;
    return Math.max(0, (spec.autoscaling?.min ?? spec.quantity) - ready);
  });
  return missing.reduce((sum, count) => sum + count, 0);
}

/** Says to users what the creation or change of pools waits for. */
export function poolsText(pools: readonly StoredPool[], seen: SeenCluster): string {
  const missing = missingCount(pools, seen);
  const roles = missingRolesText(
    missingRoles(seen.machines.map(({ roles, nodeName }) => ({ roles, isRegistered: nodeName !== undefined }))),
  );
  if (missing === 0) return 'Waiting for the cluster to become active';
  return `Waiting for ${missing} ${missing === 1 ? 'machine' : 'machines'} to become ready${roles === '' ? '' : `. ${roles}`}`;
}

const errorOf = ({ code }: NonNullable<StoredPool['stall']>): WaitFailure =>
  code === 'QUOTA_EXCEEDED' ? 'BackendQuotaExceeded' : 'ProvisioningFailed';

/** Whether all machines of the pools are ready and Rancher reports the cluster as active. A stalled pool ends the wait. */
export function poolsVerdict(pools: readonly StoredPool[], seen: SeenCluster, { waitedMs, deadlineMs }: Time): Verdict {
  const stall = pools.find((pool) => pool.stall !== undefined)?.stall;
  if (stall) return { kind: 'failed', error: errorOf(stall), message: `${stall.message} ${stall.nextStep}` };
  if (missingCount(pools, seen) === 0 && seen.state === 'active') return { kind: 'ready' };
  if (waitedMs < deadlineMs) return { kind: 'waiting' };
  const said = seen.message === '' ? seen.state : `${seen.state}: ${seen.message}`;
  const message = `The machines of the pools were not ready within ${Math.round(deadlineMs / 1000)} s. ${poolsText(pools, seen)}. The cluster is ${said}.`;
  return { kind: 'failed', error: 'BootstrapTimeout', message };
}
