import type { Cluster } from '../clusters/cluster.ts';
import type { Order } from '../marketplace/order.ts';

type Outcome = 'IN_PROGRESS' | 'COMPLETE' | 'FAILED';
/** The statuses of Magnum's API that Paddock uses. */
export type MagnumStatus = `${'CREATE' | 'UPDATE' | 'DELETE'}_${Outcome}`;
type StatusFacts = Pick<Cluster, 'state' | 'currentStep' | 'lastError' | 'clusterApiChangedAt'>;
type OrderFacts = Pick<Order, 'type' | 'state' | 'customerName'>;

/**
 * The work that has failed: the creation, a change or the deletion. If the order was cancelled, the failed work is the
 * deletion, because Paddock deletes the objects of a cancelled order.
 */
function failedWork(order: OrderFacts | undefined): 'CREATE' | 'UPDATE' | 'DELETE' {
  if (order?.type === 'Terminate' || order?.state === 'canceled') return 'DELETE';
  return order?.state === 'done' ? 'UPDATE' : 'CREATE';
}

/**
 * The status of a cluster in Magnum's API.
 * @param order the last order of the cluster. The order is needed only if the cluster has failed.
 */
export function magnumStatus({ state, clusterApiChangedAt }: StatusFacts, order: OrderFacts | undefined): MagnumStatus {
  switch (state) {
    case 'CREATION_SCHEDULED':
    case 'CREATING':
      return 'CREATE_IN_PROGRESS';
    case 'OK':
      return clusterApiChangedAt === undefined ? 'CREATE_COMPLETE' : 'UPDATE_COMPLETE';
    case 'UPDATE_SCHEDULED':
    case 'UPDATING':
      return 'UPDATE_IN_PROGRESS';
    case 'DELETION_SCHEDULED':
    case 'DELETING':
      return 'DELETE_IN_PROGRESS';
    case 'ERRED':
      return `${failedWork(order)}_FAILED`;
  }
}

/** Why the cluster has its status: an error, a missing approval or the current step. Null if no reason is known. */
export function magnumReason({ state, currentStep, lastError }: StatusFacts, order?: OrderFacts): string | null {
  if (state === 'ERRED') return lastError?.message ?? null;
  if (order?.state === 'pending-consumer')
    return `The order waits for the approval of an owner of ${order.customerName}.`;
  if (order?.state === 'pending-provider') return 'The order waits for the approval of its provider.';
  return currentStep || null;
}

/** Magnum's health of a cluster. Null until the cluster is created. */
export function magnumHealth({ state, runtimeState }: Pick<Cluster, 'state' | 'runtimeState'>): string | null {
  if (state === 'CREATION_SCHEDULED' || state === 'CREATING') return null;
  if (runtimeState === '') return 'UNKNOWN';
  return runtimeState === 'active' ? 'HEALTHY' : 'UNHEALTHY';
}
