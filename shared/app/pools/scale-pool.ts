import type { Caller } from '#shared/domain/organizations/caller';
import { withPoolQuantity } from '#shared/domain/pools/change/wanted-pools';
import { chosenProblem, type PoolScaling } from '#shared/domain/pools/scaling/quantity';
import { Invalid } from '#shared/errors';
import { type AcceptedChange, type AskedPoolChange, type ChangeDeps, changePool } from './change-pools.ts';

/**
 * Sets the number of machines of a pool. If the pool gets smaller, machines that the caller has chosen are removed
 * first. Throws the errors of `changePools`.
 */
export const scalePool = (
  deps: ChangeDeps,
  caller: Caller,
  { readRequest, ...path }: AskedPoolChange<PoolScaling>,
): Promise<AcceptedChange> =>
  changePool(deps, caller, {
    ...path,
    readRequest: () => {
      const { isDryRun, ...scaling } = readRequest();
      return {
        isDryRun,
        wanted: ({ cluster, machinePools, machines }, pool) => {
          const own = machines.filter(({ poolName }) => poolName === pool.spec.name);
          const problem = chosenProblem(scaling, own, cluster.poolChange?.chosen);
          if (problem !== undefined) throw new Invalid({ machines: [problem] });
          return {
            machinePools: withPoolQuantity(machinePools, pool, scaling.quantity),
            chosen: [...scaling.machines],
          };
        },
      };
    },
  });
