import { onProvider } from '#shared/app/_core/steps/implement';
import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { OpenStack } from '#shared/ports/openstack';
import { openWhatIsLeft } from '../open-what-is-left.ts';
import { type Deletable, deletionPlanOf } from './deletion-plan.ts';
import type { InfrastructureDeps } from './infrastructure-deps.ts';

/** So many are named when the wait is over; a cluster may leave thousands of volumes. */
const NAMED = 50;

const deleteAll = (deletables: readonly Deletable[]) =>
  Promise.all(deletables.map(({ what, remove }) => remove && nameWhatBlocks(what, remove())));

/** Stages wait for one another: what is in use cannot go, and what is gone is not seen at the next look. */
async function emptyAll(sessions: readonly OpenStack[]): Promise<string[]> {
  for await (const stage of deletionPlanOf(sessions)) {
    if (stage.length === 0) continue;
    await deleteAll(stage);
    return stage.map(({ what }) => what);
  }
  return [];
}

/** A tenant without its record was never opened, and its project is found by the sweep of projects. */
async function sessionsOf(deps: InfrastructureDeps, cluster: Cluster): Promise<OpenStack[]> {
  const tenants = await deps.store.clusterTenants.listByCluster(cluster.uuid);
  const opened = await Promise.all(tenants.map(({ uuid }) => openWhatIsLeft(deps, cluster, uuid)));
  return opened.filter((session) => session !== undefined);
}

/**
 * The projects were made for the cluster alone, so that everything in them goes: also what the cluster made itself, as volumes
 * of its workloads.
 */
export const emptyTenants = onProvider(
  steps.infrastructure.emptyTenants,
  async (deps: InfrastructureDeps, target, cluster) => {
    const { store, clock } = deps;
    const currentStep = 'Deleting networks and tenants';
    if (cluster.currentStep !== currentStep) {
      await store.commit(store.clusters.replace(changed(cluster, clock.now(), { currentStep })));
    }
    const left = await emptyAll(await sessionsOf(deps, cluster));
    const gone = left.length === 0;
    if (gone) await note(deps, target, { step: 'tenants-empty', message: 'Tenants are empty' });
    return { gone, left: left.slice(0, NAMED).join(', ') };
  },
);
