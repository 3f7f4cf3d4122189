import type { Caller } from '#shared/domain/organizations/caller';
import { type PoolUpdate, updatePool as updatedPool } from '#shared/domain/planning/pools/update-pool';
import { withPoolSpec } from '#shared/domain/pools/change/wanted-pools';
import { Invalid } from '#shared/errors';
import { type AcceptedChange, type AskedPoolChange, type ChangeDeps, changePool } from './change-pools.ts';
import { factsIn } from './read-pool-facts.ts';

export type PoolChangeBody = { update: PoolUpdate; rootFields: readonly string[]; isDryRun: boolean };

/** Changes fields of a pool. Throws the errors of `changePools`. */
export const updatePool = (
  deps: ChangeDeps,
  caller: Caller,
  { readRequest, ...path }: AskedPoolChange<PoolChangeBody>,
): Promise<AcceptedChange> =>
  changePool(deps, caller, {
    ...path,
    readRequest: () => {
      const { update, ...parts } = readRequest();
      return {
        ...parts,
        wanted: ({ machinePools, machines, facts }, pool) => {
          const { spec, errors } = updatedPool(pool.spec, update, factsIn(facts, pool.spec.tenantUuid));
          if (errors) throw new Invalid(errors);
          const isPresent = (machine: (typeof machines)[number]): boolean =>
            machine.poolName === pool.spec.name && !machine.isBeingDeleted;
          const present = machines.filter(isPresent).length;
          return { machinePools: withPoolSpec(machinePools, pool, { spec, present }) };
        },
      };
    },
  });
