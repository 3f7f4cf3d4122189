import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { failureByStaff } from '#shared/domain/_core/failure';
import type { LifecycleState } from '#shared/domain/_core/lifecycle-state';
import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { type Cluster, clusterMovesTo, resourceStateOf } from '#shared/domain/clusters/cluster';
import { assertInRancher, assertNodesIdle } from '#shared/domain/clusters/cluster-assertions';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { Conflict } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { meterCluster } from '../usage/meter-cluster.ts';
import { type Named, type ResourceAndCluster, resourceAndCluster } from './resource-and-cluster.ts';

export type SetStateDeps = { store: Store; clock: Clock; site: SiteSettings };
export type ErredWords = { message: string; traceback: string };
type Present = ResourceAndCluster & { cluster: Cluster };

/**
 * Writing these values ends a cluster's operation. An interrupted operation that continues later can then no longer
 * write the cluster.
 */
const FREE = { operationUuid: undefined, operationSince: undefined, upgrade: undefined, currentStep: '' };

const OF_AGENT = 'A site agent manages this resource: set its state at marketplace-provider-resources/.';
const OF_PROJECT =
  'The state of a project in a shared cluster follows from its orders: retry the failed order, or terminate the project.';

/** Only resources of site agents and projects in shared clusters exist without a cluster before they are terminated. */
function withoutCluster({ uuid, state, siteAgent, rancherProject }: Resource): Error {
  if (siteAgent) return new Conflict(OF_AGENT);
  if (rancherProject) return new Conflict(OF_PROJECT);
  return new Error(`resource ${uuid} in state ${state} has no cluster`);
}

/** Finds a resource that has no operation in progress. Checks for errors in this order: 404, 403, 409, 405. */
async function restingIn(
  { store, site }: SetStateDeps,
  caller: Caller,
  named: Named,
  states: readonly LifecycleState[],
): Promise<Present> {
  const { resource, cluster } = await resourceAndCluster(store, caller, named);
  assertPermitted(caller, 'resource.set_state', resource);
  const ofResource = { state: cluster ? resourceStateOf(cluster.state) : resource.state };
  if (cluster && named.by === 'cluster') assertState({ state: cluster.state }, states);
  else assertState(ofResource, states.map(resourceStateOf));
  if (!cluster) throw withoutCluster(resource);
  assertNodesIdle(cluster);
  assertNotReadOnly(site);
  return { resource, cluster };
}

const note = ({ store, clock }: SetStateDeps, clusterUuid: string, message: string, level: 'info' | 'error') => {
  const at = clock.now().toISOString();
  return store.events.append({ clusterUuid, key: `staff#${at}`, at, step: 'staff', message, level });
};

/**
 * Sets a failed resource and its cluster to OK, after staff has repaired the cluster. From now on the cluster is
 * charged. Nodes keep their states. Throws Conflict when the resource has not failed, or is of a kind that has no
 * cluster. Throws Invalid when the cluster was never created in Rancher.
 */
export async function setResourceOk(deps: SetStateDeps, caller: Caller, named: Named): Promise<void> {
  const { store, clock } = deps;
  const uuid = await retryOnConflict(async () => {
    const { resource, cluster } = await restingIn(deps, caller, named, ['ERRED']);
    assertInRancher(cluster);
    const now = clock.now();
    const metered = await meterCluster(deps, cluster, resource);
    await store.commit(
      store.clusters.replace(clusterMovesTo(cluster, 'OK', now, { ...FREE, lastError: undefined })),
      store.resources.replace(changed(resource, now, { state: 'OK', pendingOrderUuid: undefined })),
      ...metered,
    );
    return cluster.uuid;
  });
  await note(deps, uuid, 'Staff has set the state to OK', 'info');
}

/**
 * Sets a resource and its cluster to ERRED at the request of staff, who may give a reason. Throws Conflict during an
 * operation, and for a kind of resource that has no cluster.
 * @param readWords parses the body, after all other checks; throws Invalid
 */
export async function setResourceErred(
  deps: SetStateDeps,
  caller: Caller,
  named: Named,
  readWords: () => ErredWords,
): Promise<void> {
  const { store, clock } = deps;
  const { uuid, message } = await retryOnConflict(async () => {
    const { resource, cluster } = await restingIn(deps, caller, named, ['OK', 'ERRED']);
    const now = clock.now();
    const lastError = failureByStaff(readWords(), now);
    const { upgrade } = cluster;
    await store.commit(
      store.clusters.replace(clusterMovesTo(cluster, 'ERRED', now, { ...FREE, upgrade, lastError })),
      store.resources.replace(changed(resource, now, { state: 'Erred', pendingOrderUuid: undefined })),
    );
    return { uuid: cluster.uuid, message: lastError.message };
  });
  await note(deps, uuid, message, 'error');
}
