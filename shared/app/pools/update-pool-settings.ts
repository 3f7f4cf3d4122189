import type { Caller } from '#shared/domain/organizations/caller';
import { may } from '#shared/domain/organizations/permission';
import type { PoolSettings } from '#shared/domain/planning/pools/cluster-spec';
import { settingsProblems } from '#shared/domain/pools/order/cluster-problems';
import { Conflict, Invalid, noMatch } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { type AcceptedChange, type AskedChange, type ChangeDeps, changePools } from './change-pools.ts';

export type SettingsChange = {
  isDryRun: boolean;
  rootFields: readonly string[];
  apply(settings: PoolSettings): PoolSettings;
};

/** Paddock writes the pools of an imported cluster, but not its settings, so changed settings would have no effect. */
const NOT_OURS =
  'This cluster was imported: its settings are as they were made in Rancher. Change them there; only its pools can be changed here.';

/**
 * Changes settings that all pools of a cluster share. Throws the errors of `changePools`. Throws Conflict for an
 * imported cluster.
 */
export const updatePoolSettings = (
  deps: ChangeDeps,
  caller: Caller,
  { readRequest, ...path }: AskedChange<SettingsChange>,
): Promise<AcceptedChange> =>
  changePools(deps, caller, {
    ...path,
    readRequest: () => {
      const { apply, ...parts } = readRequest();
      return {
        ...parts,
        wanted: ({ cluster, machinePools }) => {
          if (cluster.imported) throw new Conflict(NOT_OURS);
          const settings = apply(machinePools.settings);
          const problems = settingsProblems(settings);
          if (Object.keys(problems).length > 0) throw new Invalid(problems);
          return { machinePools: { ...machinePools, settings } };
        },
      };
    },
  });

/**
 * The settings, and whether the caller sees the parts that may contain secrets. Throws NotFound if the caller does not
 * see the cluster, or if it has no pools.
 */
export async function showPoolSettings(
  { store }: { store: Pick<Store, 'clusters'> },
  caller: Caller,
  uuidText: string,
): Promise<{ settings: PoolSettings; withSecrets: boolean }> {
  const cluster = await getVisible(store.clusters, 'Cluster', uuidText, seenBy(caller));
  const { machinePools } = cluster;
  if (!machinePools) throw noMatch('PoolSettings');
  return { settings: machinePools.settings, withSecrets: may(caller, 'cluster.set_root_fields', cluster) };
}
