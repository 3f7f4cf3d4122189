import { machinesFor } from '../_core/cluster-driver.ts';
import { CLUSTER_MACHINES } from '../_core/operation.ts';

/** The state machines that `process-order` starts: those for infrastructure, and each driver's machines for clusters. */
export const ORDER_CHILDREN = [
  'provision-infrastructure' as const,
  ...machinesFor('createCluster'),
  ...machinesFor('deleteCluster'),
];
export type OrderChild = (typeof ORDER_CHILDREN)[number];

/** State machines whose last execution is looked up when an operation is lost. */
export const RESCUED_MACHINES = [...CLUSTER_MACHINES, ...ORDER_CHILDREN];

/** The state of `process-order` that starts a child machine: `CreateCluster` starts `create-cluster`. */
export const stateStarting = (child: OrderChild): string =>
  child
    .split('-')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');

/** The name of a child's execution, unique for an operation (statemachines/_blocks/run-machine.ts). */
export const childExecutionName = (operationUuid: string, child: OrderChild): string =>
  `${operationUuid}-${stateStarting(child)}`;
