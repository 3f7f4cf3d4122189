import type { Caller } from '#shared/domain/organizations/caller';
import { type RemovalKind, removedMachine } from '#shared/domain/pools/scaling/machine-removal';
import { type AcceptedChange, type AskedChange, type ChangeDeps, changePools } from './change-pools.ts';

export type MachineDeletion = { name: string; kind: RemovalKind; isDryRun: boolean };

/**
 * Deletes a machine of a pool. Depending on the request, Rancher creates a new machine in its place, or the pool gets
 * smaller. Throws the errors of `changePools`. Throws NotFound if the cluster has no machine of this name.
 */
export const deleteMachine = (
  deps: ChangeDeps,
  caller: Caller,
  { readRequest, ...path }: AskedChange<MachineDeletion>,
): Promise<AcceptedChange> =>
  changePools(deps, caller, {
    ...path,
    readRequest: () => {
      const { isDryRun, ...removal } = readRequest();
      return {
        isDryRun,
        wanted: ({ cluster, machinePools, machines }) => {
          const { chosen = [], deleted = [] } = cluster.poolChange ?? {};
          return removedMachine(removal, machinePools, machines, [...chosen, ...deleted]);
        },
      };
    },
  });
