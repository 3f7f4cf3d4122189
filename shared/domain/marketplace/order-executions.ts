/** The machines that `process-order` starts, and its states that start them. */
export const ORDER_CHILDREN = {
  'provision-infrastructure': 'ProvisionInfrastructure',
  'create-cluster': 'CreateCluster',
  'delete-cluster': 'DeleteCluster',
} as const;
export const ORDER_CHILD_NAMES = [
  'provision-infrastructure',
  'create-cluster',
  'delete-cluster',
] as const satisfies OrderChild[];
export type OrderChild = keyof typeof ORDER_CHILDREN;

/** The name of a child's execution, unique for an operation (statemachines/_blocks/run-machine.ts). */
export const childExecutionName = (operationUuid: string, child: OrderChild): string =>
  `${operationUuid}-${ORDER_CHILDREN[child]}`;
