import type { MachinePools, StoredPool } from '../../clusters/machine-pools.ts';

/**
 * What an observation changes in Rancher's pools. `paused`: names of pools in which Rancher must create no more
 * machines. `released`: names of pools whose number of machines the autoscaler chooses again.
 */
export type PoolAmendments = { paused: readonly string[]; released: readonly string[] };

const namesOf = (pools: readonly StoredPool[]): string[] => pools.map(({ spec }) => spec.name);

/** The changes that Rancher's pools need after an observation. Undefined if they need none. */
export function amendmentsAfter(before: MachinePools, after: MachinePools): PoolAmendments | undefined {
  const pairs = after.pools.map((pool, index) => ({ pool, was: before.pools[index] }));
  const paused = pairs.filter(({ pool, was }) => pool.stall && !was?.stall).map(({ pool }) => pool);
  const released = pairs.filter(({ pool, was }) => !pool.isQuantityDue && was?.isQuantityDue).map(({ pool }) => pool);
  if (paused.length + released.length === 0) return undefined;
  return { paused: namesOf(paused), released: namesOf(released) };
}

/**
 * The pools from Rancher, with the amendments. All other fields of the pools keep the values that they have in Rancher,
 * because somebody may be changing them at the same time. Undefined if there is nothing to write.
 */
export function amendedPools(written: unknown, { paused, released }: PoolAmendments): unknown[] | undefined {
  if (!Array.isArray(written)) return undefined;
  let isChanged = false;
  const pools = written.map((pool: Readonly<Record<string, unknown>>): unknown => {
    const name = String(pool.name);
    const { quantity, ...rest } = pool;
    const isReleased = released.includes(name) && quantity != null;
    const isPaused = paused.includes(name) && pool.paused !== true;
    isChanged ||= isReleased || isPaused;
    return { ...(isReleased ? rest : pool), ...(isPaused && { paused: true }) };
  });
  return isChanged ? pools : undefined;
}
