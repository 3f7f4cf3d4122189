import { machinesFor } from '../_core/cluster-driver.ts';
import { APP_MACHINE_NAMES, CLUSTER_MACHINES, PROJECT_MACHINE_NAMES } from '../_core/operation.ts';

/**
 * The state machines that `process-order` starts: one for infrastructure, and the state machines of each driver that
 * create and delete clusters.
 */
export const ORDER_CHILDREN = [
  'provision-infrastructure' as const,
  ...machinesFor('createCluster'),
  ...machinesFor('deleteCluster'),
];
export type OrderChild = (typeof ORDER_CHILDREN)[number];

/**
 * State machines whose execution may end without recording a result. A job then looks up the last execution of the
 * operation.
 */
export const RESCUED_MACHINES = [
  ...CLUSTER_MACHINES,
  ...APP_MACHINE_NAMES,
  ...PROJECT_MACHINE_NAMES,
  ...ORDER_CHILDREN,
];

/** Name of the state in `process-order` that starts a child state machine: `CreateCluster` starts `create-cluster`. */
export const stateStarting = (child: OrderChild): string =>
  child
    .split('-')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');

/**
 * The name of the execution of a child state machine, as statemachines/_blocks/run-machine.ts sets it. An operation
 * starts each child once, because Step Functions refuses a second execution of the same name.
 */
export const childExecutionName = (operationUuid: string, child: OrderChild): string =>
  `${operationUuid}-${stateStarting(child)}`;
