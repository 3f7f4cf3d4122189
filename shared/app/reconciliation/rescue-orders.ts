import { LOG } from '#shared/contracts/telemetry';
import { isMachineFor } from '#shared/domain/_core/cluster-driver';
import type { Failure } from '#shared/domain/_core/failure';
import type { ClusterMachine } from '#shared/domain/_core/operation';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isUnderOperation } from '#shared/domain/clusters/cluster-work';
import { failureOfLost } from '#shared/domain/clusters/ended-execution';
import { type NodeOperation, nodeOperationOf } from '#shared/domain/clusters/node-operation';
import type { Clock, Executions, Logger } from '#shared/ports/runtime';
import type { AcceptedWork, Store } from '#shared/ports/store';
import { failOrder, noteFailure } from '../marketplace/orders/fail-order.ts';
import { failNode } from '../nodes/fail-node.ts';
import { isLeftAlone, isWaiting, LEFT_ALONE_MS, rescueEach } from './lost-operations.ts';

type Deps = { store: Store; executions: Executions; clock: Clock; log: Logger };
type FailuresByKind = Record<'failures' | 'upgradeFailures' | 'hibernationFailures' | 'nodeFailures', Failure[]>;
/**
 * The failures that the run has recorded on orders (`failures`), upgrades, hibernations and operations on nodes.
 * `errors` has the errors of the run itself.
 */
export type Rescued = FailuresByKind & { errors: unknown[] };

type Found = { cluster: Cluster; own: NodeOperation | undefined; failure: Failure };

async function endOrder(deps: Deps, { cluster, failure }: Found): Promise<Failure | undefined> {
  if (!isUnderOperation(cluster) || !isLeftAlone(deps, cluster)) return undefined;
  await failOrder(deps, cluster, failure, { operationUuid: undefined });
  return failure;
}

/**
 * Ends an operation on a node if the node's record was not written for some time. The cluster's record is not checked,
 * because other operations write this record, too.
 */
async function endNode(deps: Deps, operation: NodeOperation, { cluster, failure }: Found) {
  const node = await deps.store.nodes.get(cluster.uuid, operation.nodeUuid);
  if (!isLeftAlone(deps, node)) return undefined;
  return failNode(deps, { clusterUuid: cluster.uuid, operation, failure, isOver: true });
}

const ROLLOUTS = ['upgradeCluster', 'rotateCertificates', 'operateCluster', 'changePools', 'changeClusterApi'] as const;

function listFor(machine: ClusterMachine, rescued: FailuresByKind): Failure[] {
  if (machine === 'process-order') return rescued.failures;
  const isRollout = ROLLOUTS.some((work) => isMachineFor(work, machine));
  if (isRollout) return rescued.upgradeFailures;
  const isHibernation = isMachineFor('hibernateCluster', machine) || isMachineFor('wakeCluster', machine);
  return isHibernation ? rescued.hibernationFailures : rescued.nodeFailures;
}

/**
 * Ends one operation if its execution has ended or never began. The state of the execution is read before the record,
 * so that the record contains the last write of an execution that has ended. Ending the operation also stops steps that
 * still run.
 */
async function rescueOne(deps: Deps, { clusterUuid, operationUuid, machine }: AcceptedWork, rescued: FailuresByKind) {
  if (await isWaiting(deps, operationUuid)) return;
  const state = await deps.executions.stateOf({ uuid: operationUuid, machine });
  const cluster = state.kind === 'running' ? undefined : await deps.store.clusters.find(clusterUuid);
  if (cluster === undefined || state.kind === 'running') return;
  const own = nodeOperationOf(cluster, operationUuid);
  if (!own && cluster.operationUuid !== operationUuid) return;
  const found = { cluster, own, failure: failureOfLost(machine, state, deps.clock.now().toISOString()) };
  const lastError = await (own ? endNode(deps, own, found) : endOrder(deps, found));
  if (lastError === undefined) return;
  listFor(machine, rescued).push(lastError);
  const about = { clusterUuid, orderUuid: cluster.orderUuid, nodeUuid: own?.nodeUuid, operationUuid };
  deps.log.error(LOG.orderRescued, { ...about, execution: state.kind, lastError });
  await noteFailure(deps, { clusterUuid, operationUuid }, lastError);
}

/**
 * Ends orders, upgrades and operations on nodes if their state machine was stopped, has died or never began. An order
 * becomes ERRED: users can retry it, or terminate its resource. For an upgrade, the cluster becomes ERRED: users can
 * start the same upgrade again, and it continues. For an operation on a node, the node becomes ERRED. A running
 * execution is left alone, even if it takes very long.
 */
export async function rescueOrders(deps: Deps): Promise<Rescued> {
  const { store, clock } = deps;
  const before = new Date(clock.now().getTime() - LEFT_ALONE_MS);
  const rescued: FailuresByKind = { failures: [], upgradeFailures: [], hibernationFailures: [], nodeFailures: [] };
  const { errors } = await rescueEach(deps, await store.clusters.listAtWork(before), {
    operationOf: (work) => work,
    rescueOne: async (work) => {
      await rescueOne(deps, work, rescued);
      return undefined;
    },
    idsOf: (work) => ({ ...work }),
  });
  return { ...rescued, errors };
}
