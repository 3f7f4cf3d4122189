import { Invalid, noMatch } from '#shared/errors';
import { derivedUuid, parseUuid, type Uuid } from '../../_core/identifier.ts';
import type { MachinePools, StoredPool } from '../../clusters/machine-pools.ts';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';
import { CURRENT_CONFIG_VERSION } from '../rendering/content-hash.ts';
import { orderedQuantity, withQuantity } from '../scaling/quantity.ts';
import { POOL_FIELDS } from './field-classes.ts';

/**
 * The pools that a request asks for. `chosen`: machines that are deleted first when their pools get smaller. `deleted`:
 * machines that are deleted and replaced by new machines. `forced`: machines that Rancher forgets without deleting
 * their servers.
 */
export type WantedChange = { machinePools: MachinePools; chosen?: string[]; deleted?: string[]; forced?: string[] };

/** A new pool as it is stored. The same cluster and name always give the same uuid. */
export const storedPoolOf = (clusterUuid: Uuid, spec: PoolSpec): StoredPool => ({
  spec,
  uuid: derivedUuid(clusterUuid, `pool/${spec.name}`),
  configVersion: CURRENT_CONFIG_VERSION,
  ...orderedQuantity(spec),
});

/** Finds a pool of the cluster by its uuid, in any spelling. Throws NotFound if there is none. */
export function poolOf(machinePools: MachinePools | undefined, poolText: string): StoredPool {
  const uuid = parseUuid(poolText);
  const found = machinePools?.pools.find((pool) => pool.uuid === uuid);
  if (!found) throw noMatch('Pool');
  return found;
}

/** Stalled pools get new attempts, because a change waits for all pools. */
export const withNewAttempts = (machinePools: MachinePools): MachinePools => ({
  ...machinePools,
  pools: machinePools.pools.map(({ stall, failed, ...pool }) => pool),
});

/** The pools after a pool was added. Throws Invalid if the cluster already has a pool of this name. */
export function withPool(machinePools: MachinePools, added: StoredPool): MachinePools {
  const { name } = added.spec;
  if (machinePools.pools.some(({ spec }) => spec.name === name)) {
    throw new Invalid({ name: [`The cluster already has a pool ${name}.`] });
  }
  return { ...machinePools, pools: [...machinePools.pools, added] };
}

export const withoutPool = (machinePools: MachinePools, { uuid }: StoredPool): MachinePools => ({
  ...machinePools,
  pools: machinePools.pools.filter((pool) => pool.uuid !== uuid),
});

/** The pools after a person has set the number of machines in one pool. */
export const withPoolQuantity = (machinePools: MachinePools, { uuid }: StoredPool, quantity: number): MachinePools => ({
  ...machinePools,
  pools: machinePools.pools.map((pool) => (pool.uuid === uuid ? { ...pool, ...withQuantity(pool, quantity) } : pool)),
});

/**
 * The pools after one pool has got the new `spec`. If the pool is no longer autoscaled and its quantity does not
 * change, it keeps its current machines.
 * @param present is the number of machines that the pool has now
 * @throws Invalid if the name changes, because pools are found by their names
 */
export function withPoolSpec(
  machinePools: MachinePools,
  { uuid, spec: before }: StoredPool,
  { spec, present }: { spec: PoolSpec; present: number },
): MachinePools {
  if (spec.name !== before.name) throw new Invalid({ name: [POOL_FIELDS.name.text] });
  const pools = machinePools.pools.map((pool): StoredPool => {
    if (pool.uuid !== uuid) return pool;
    const isReleased = before.autoscaling !== undefined && spec.autoscaling === undefined;
    if (spec.quantity !== before.quantity) return { ...pool, ...withQuantity({ ...pool, spec }, spec.quantity) };
    return { ...pool, spec: isReleased ? { ...spec, quantity: present } : spec };
  });
  return { ...machinePools, pools };
}
