import type { Target } from '#shared/app/_core/steps/fence';
import { implement } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import type { Failure } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';
import { OPERATION_TEXTS } from '#shared/domain/clusters/operations/operation-phases';
import {
  type NumberedOperation,
  type RancherOperation,
  withEnded,
} from '#shared/domain/clusters/operations/rancher-operation';
import { Superseded } from '#shared/errors';

/** The operation that Rancher is to carry out. Throws Superseded if the operation has finished or was given up. */
export function rancherOperationOf({ uuid, rancherOperation }: Cluster, { operationUuid }: Target): RancherOperation {
  if (rancherOperation) return rancherOperation;
  throw new Superseded(`operation ${operationUuid} of cluster ${uuid} has finished or was given up`);
}

/**
 * The operation with its number in Rancher (`generation`). Throws Superseded if the operation was not requested from
 * Rancher.
 */
export function requestedOperationOf(cluster: Cluster, target: Target): NumberedOperation {
  const operation = rancherOperationOf(cluster, target);
  if (operation.generation !== undefined) return { ...operation, generation: operation.generation };
  throw new Superseded(`Rancher was not asked for operation ${target.operationUuid} of cluster ${cluster.uuid}`);
}

const textOf = ({ wanted }: RancherOperation): string =>
  wanted.kind === 'restore' ? `${OPERATION_TEXTS.restore} from ${wanted.snapshotName}` : OPERATION_TEXTS[wanted.kind];

export const beginOperation = implement(steps.records.beginOperation, async (deps: RecordsDeps, target, cluster) => {
  const operation = rancherOperationOf(cluster, target);
  const { store, clock } = deps;
  const currentStep = OPERATION_TEXTS[operation.wanted.kind];
  await store.commit(store.clusters.replace(clusterMovesTo(cluster, 'UPDATING', clock.now(), { currentStep })));
  await note(deps, target, { step: 'operation', message: `The operation has begun: ${textOf(operation)}` });
  return {};
});

const interruptedChange = (at: string): Failure => ({
  ...{ code: 'CONFLICT', owner: 'user', retryable: true, step: steps.records.finishOperation.name, at },
  message:
    'The restore is done. An earlier change of the pools was interrupted before the restore: repeat that change.',
});

async function finish({ store, clock }: RecordsDeps, cluster: Cluster, operation: RancherOperation): Promise<void> {
  const resource = await store.resources.get(cluster.resourceUuid);
  const now = clock.now();
  const at = now.toISOString();
  const isWhole = cluster.poolChange === undefined;
  const done = {
    ...{ rancherOperation: undefined, currentStep: '', lastError: isWhole ? undefined : interruptedChange(at) },
    endedOperations: withEnded(cluster.endedOperations, { ...operation, endedAt: at }),
  };
  await store.commit(
    store.clusters.replace(clusterMovesTo(cluster, isWhole ? 'OK' : 'ERRED', now, done)),
    store.resources.replace(changed(resource, now, { state: isWhole ? 'OK' : 'Erred' })),
  );
}

/**
 * Moves cluster and resource to their final state in one transaction. After this last write of the operation, sends the
 * event.
 */
export const finishOperation = implement(steps.records.finishOperation, async (deps: RecordsDeps, target, cluster) => {
  if (cluster.rancherOperation) await finish(deps, cluster, cluster.rancherOperation);
  await note(deps, target, { step: 'operation-done', message: 'Rancher has finished the operation' });
  await deps.events.publish({ type: 'cluster.operation_done', detail: { clusterUuid: cluster.uuid } });
  return {};
});
