import { changeCluster } from '#shared/app/_core/steps/change-cluster';
import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import {
  type NumberedOperation,
  numbered,
  type OperationKind,
  type RancherOperation,
} from '#shared/domain/clusters/operations/rancher-operation';
import { BackendConflict, BackendNotFound } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import { rancherOperationOf } from './operation-records.ts';

/**
 * Reads Rancher's counters for this kind of operation. Throws BackendNotFound if the cluster was removed in Rancher.
 */
async function countersIn(rancher: Rancher, cluster: Cluster, kind: OperationKind) {
  const { name, provisioningName = name, backendId } = cluster;
  const [written, seen] = await Promise.all([
    rancher.findProvisioningCluster(provisioningName),
    rancher.findPoolCluster(cluster),
  ]);
  if (written?.managementId !== backendId || written.isBeingDeleted) {
    throw new BackendNotFound(`Cluster ${name} (${backendId}) was removed in Rancher: nothing can be done with it.`);
  }
  return { requested: written.requested[kind], finished: seen?.operations[kind].generation ?? 0 };
}

/**
 * Requests the operation from Rancher. Returns true if Rancher now has the operation. Returns false if somebody else
 * was writing at the same time, so the request must be repeated. Returns `taken` if somebody else has already used the
 * number of this request (`generation`) for another operation.
 */
async function isRequested(
  rancher: Rancher,
  cluster: Cluster,
  operation: NumberedOperation,
): Promise<boolean | 'taken'> {
  try {
    const answer = await rancher.requestOperation(cluster, operation);
    return answer === 'taken' ? answer : true;
  } catch (error) {
    if (error instanceof BackendConflict) return false;
    throw error;
  }
}

const withoutNumber = ({ generation, ...operation }: RancherOperation): RancherOperation => operation;

/**
 * Raises Rancher's counter of this kind of operation, once. The new number is recorded first. A repeated step then asks
 * for the same number again, without further effect. If somebody else has used the number for another operation, the
 * next run takes another number.
 */
export const requestOperation = onProvider(
  steps.rancher.requestOperation,
  async (deps: RancherDeps, target, cluster) => {
    const known = rancherOperationOf(cluster, target);
    const rancher = await rancherOf(deps, cluster);
    const operation = numbered(known, await countersIn(rancher, cluster, known.wanted.kind));
    const at = deps.clock.now().toISOString();
    await changeCluster(deps, target, cluster, () => ({ rancherOperation: { ...operation, phaseSince: at } }));
    const isDone = await isRequested(rancher, cluster, operation);
    if (isDone === 'taken') {
      await changeCluster(deps, target, cluster, () => ({ rancherOperation: withoutNumber(operation) }));
    }
    if (isDone !== true) return { requested: false };
    await note(deps, target, {
      step: 'operation-asked',
      message: `Rancher has received the request of the operation (number ${operation.generation})`,
    });
    return { requested: true };
  },
);
