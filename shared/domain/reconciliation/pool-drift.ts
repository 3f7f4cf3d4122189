import type { Drift } from '../clusters/drift.ts';
import type { MachinePools, StoredPool } from '../clusters/machine-pools.ts';

type Seen = Omit<Drift, 'since'> & { since?: string };

/**
 * How long machines of a pool may be missing or not ready before the pool is reported. Rancher usually replaces the
 * machines in this time.
 */
const NOT_HEALTHY_AFTER_MS = 10 * 60_000;

function ofPool({ spec, stall, unhealthySince: since }: StoredPool, now: Date): Seen | undefined {
  const { name, nodeStartupTimeout } = spec;
  if (stall) return { kind: 'POOL_STALLED', name, message: `${stall.message} ${stall.nextStep}` };
  const patienceMs = Math.max(NOT_HEALTHY_AFTER_MS, nodeStartupTimeout * 1000);
  if (since === undefined || now.getTime() - Date.parse(since) < patienceMs) return undefined;
  const message = `Machines of the pool have been missing or not ready for longer than Rancher takes to replace them.`;
  return { kind: 'POOL_NOT_HEALTHY', name, message, since };
}

/**
 * Problems of pools that Rancher does not solve by itself: a pool has stalled, or its machines have been missing or not
 * ready for too long.
 */
export const poolDrift = (machinePools: MachinePools | undefined, now: Date): Seen[] =>
  (machinePools?.pools ?? []).flatMap((pool) => ofPool(pool, now) ?? []);
