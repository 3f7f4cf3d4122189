import { assertState } from '#shared/domain/_core/assert-state';
import type { Order } from '#shared/domain/marketplace/order';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import type { RecordDeps } from '../planning/order-deps.ts';
import { terminateResource } from './terminate-resource.ts';

/** Orders the termination of a cluster's resource. Errors speak of the cluster (404, 403, 409). */
export async function deleteCluster(
  deps: RecordDeps,
  caller: Caller,
  { uuidText, correlationId }: { uuidText: string; correlationId: string },
): Promise<Order> {
  const cluster = await getVisible(deps.store.clusters, 'Cluster', uuidText, seenBy(caller));
  assertPermitted(caller, 'resource.terminate', cluster);
  assertState(cluster, ['OK', 'ERRED']);
  return terminateResource(deps, caller, { resourceUuid: cluster.resourceUuid, correlationId });
}
