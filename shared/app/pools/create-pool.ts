import type { Caller } from '#shared/domain/organizations/caller';
import { planPool } from '#shared/domain/planning/pools/plan-pool';
import type { PoolRequest } from '#shared/domain/planning/pools/pool-request';
import { storedPoolOf, withPool } from '#shared/domain/pools/change/wanted-pools';
import { Invalid } from '#shared/errors';
import { type AcceptedChange, type AskedChange, type ChangeDeps, changePools } from './change-pools.ts';
import { factsIn } from './read-pool-facts.ts';

export type PoolCreation = { pool: PoolRequest; rootFields: readonly string[]; isDryRun: boolean };

/** Adds a pool to a cluster. Throws the errors of `changePools`. */
export const createPool = (
  deps: ChangeDeps,
  caller: Caller,
  { readRequest, ...path }: AskedChange<PoolCreation>,
): Promise<AcceptedChange> =>
  changePools(deps, caller, {
    ...path,
    readRequest: () => {
      const { pool, ...parts } = readRequest();
      return {
        ...parts,
        wanted: ({ cluster, machinePools, facts }) => {
          const { spec, errors } = planPool(pool, factsIn(facts, pool.tenantUuid));
          if (errors) throw new Invalid(errors);
          return { machinePools: withPool(machinePools, storedPoolOf(cluster.uuid, spec)) };
        },
      };
    },
  });
