import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import type { PoolChange } from '#shared/domain/clusters/machine-pools';
import { rancherLabels } from '#shared/domain/planning/naming';
import { isLastStage, stagedPools } from '#shared/domain/pools/change/staged-change';
import { unusedTemplates } from '#shared/domain/pools/change/unused-templates';
import { CHOSEN_MACHINE } from '#shared/domain/pools/scaling/machine-removal';
import { BackendConflict, BackendNotFound } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import { ensurePoolObjects } from '../ensure-pool-objects.ts';
import { machinePoolsOf } from '../open-pools.ts';
import { changeOfOperation } from './pool-change-records.ts';

/**
 * Marks the machines that Rancher is to remove. A machine that is already gone needs no mark, because its pool is
 * already smaller.
 */
async function markChosen(rancher: Rancher, chosen: readonly string[]): Promise<void> {
  for (const name of chosen) {
    try {
      await rancher.annotateMachine(name, CHOSEN_MACHINE);
    } catch (error) {
      if (!(error instanceof BackendNotFound)) throw error;
    }
  }
}

/**
 * Deletes the machines that the change removes. A machine that is gone, or that is already being deleted, is not
 * deleted again.
 */
async function deleteMachines(rancher: Rancher, { deleted, forced }: PoolChange): Promise<void> {
  for (const name of deleted) await rancher.deleteMachine(name);
  for (const name of forced) await rancher.forceMachineRemoval(name);
}

/**
 * Writes the cluster to Rancher, with its pools as they are in this stage of the change. The stage is recorded first.
 * Otherwise a retry could give old machines back to a pool that already has new machines.
 */
export const applyPools = onProvider(steps.rancher.applyPools, async (deps: RancherDeps, input, cluster) => {
  const change = changeOfOperation(cluster, input);
  const poolChange = { ...change, rolled: Math.max(change.rolled, input.stage) };
  await changeCluster(deps, input, cluster, () => ({ poolChange }));
  const rancher = await rancherOf(deps, cluster);
  const staged = stagedPools(machinePoolsOf(cluster), poolChange);
  const rendered = await ensurePoolObjects(deps, rancher, cluster, staged);
  await markChosen(rancher, poolChange.chosen);
  const next = { isLast: isLastStage(poolChange, poolChange.rolled), next: poolChange.rolled + 1 };
  try {
    await rancher.updatePoolCluster(cluster, rendered);
  } catch (error) {
    if (error instanceof BackendConflict) return { written: false, ...next };
    throw error;
  }
  if (poolChange.rolled === 0) await deleteMachines(rancher, poolChange);
  const message = `Rancher has the pools of stage ${poolChange.rolled + 1} of ${poolChange.rolling.length + 1}`;
  await note(deps, input, { step: `pools-stage-${poolChange.rolled}`, message });
  return { written: true, ...next };
});

/**
 * Deletes machine configs that no pool uses any more, and the machine templates that Rancher has made from them.
 * Rancher has deleted the machines, but it keeps a template until the cluster is deleted. Templates are deleted before
 * their configs, so that a retry still finds the templates.
 */
export const deleteUnusedConfigs = onProvider(
  steps.rancher.deleteUnusedConfigs,
  async (deps: RancherDeps, _target, cluster) => {
    const rancher = await rancherOf(deps, cluster);
    const rendered = await ensurePoolObjects(deps, rancher, cluster, machinePoolsOf(cluster));
    const used = new Set(rendered.spec.rkeConfig.machinePools.map(({ machineConfigRef }) => machineConfigRef.name));
    const names = await rancher.listMachineConfigs(rancherLabels(cluster.uuid));
    const unused = names.filter((name) => !used.has(name));
    if (unused.length === 0) return {};
    const templates = await rancher.listMachineTemplates(cluster);
    const deployments = await rancher.listPoolDeployments(cluster);
    for (const name of unusedTemplates(templates, deployments, unused)) await rancher.deleteMachineTemplate(name);
    for (const name of unused) await rancher.deleteMachineConfig(name);
    return {};
  },
);
