import type { Caller } from '#shared/domain/organizations/caller';
import { withoutPool } from '#shared/domain/pools/change/wanted-pools';
import { type AcceptedChange, type AskedPoolChange, type ChangeDeps, changePool } from './change-pools.ts';

/** Deletes a pool with its machines. Throws the errors of `changePools`. */
export const deletePool = (
  deps: ChangeDeps,
  caller: Caller,
  { readRequest, ...path }: AskedPoolChange<{ isDryRun: boolean }>,
): Promise<AcceptedChange> =>
  changePool(deps, caller, {
    ...path,
    readRequest: () => ({
      ...readRequest(),
      wanted: ({ machinePools }, pool) => ({ machinePools: withoutPool(machinePools, pool) }),
    }),
  });
