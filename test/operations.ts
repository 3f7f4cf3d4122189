import { type ClusterOperation, isOfProject, type Operation } from '#shared/domain/_core/operation';

/**
 * Narrows the operation to an operation on a cluster.
 * @throws Error if the operation is on a project
 */
export const ofCluster = (item: Operation): ClusterOperation => {
  if (isOfProject(item)) throw new Error(`${item.machine} is about no cluster`);
  return item;
};

/** Uses one state machine for all operations on projects. */
export const projectArns = (machineArn: string) => ({
  'create-rancher-project': machineArn,
  'update-rancher-project': machineArn,
  'delete-rancher-project': machineArn,
});

/** Uses one state machine for all operations on applications. */
const appArns = (machineArn: string) => ({
  'create-app': machineArn,
  'update-app': machineArn,
  'delete-app': machineArn,
});

/** Uses one state machine for all operations on nodes, Cluster API clusters, memberships, applications and projects. */
export const otherArns = (machineArn: string) => ({
  'add-node': machineArn,
  'delete-node': machineArn,
  'update-cluster-api-cluster': machineArn,
  'reconcile-membership': machineArn,
  ...appArns(machineArn),
  ...projectArns(machineArn),
});

/** Uses one state machine for all names in `RESCUED_MACHINES`, the state machines that the rescue job checks. */
export const rescuedArns = (machineArn: string) => ({
  'process-order': machineArn,
  'upgrade-cluster': machineArn,
  'rotate-certificates': machineArn,
  'change-pools': machineArn,
  'operate-cluster': machineArn,
  'hibernate-cluster': machineArn,
  'wake-cluster': machineArn,
  'add-node': machineArn,
  'delete-node': machineArn,
  'provision-infrastructure': machineArn,
  'create-cluster': machineArn,
  'create-pool-cluster': machineArn,
  'delete-cluster': machineArn,
  'delete-pool-cluster': machineArn,
  'create-cluster-api-cluster': machineArn,
  'delete-cluster-api-cluster': machineArn,
  'update-cluster-api-cluster': machineArn,
  ...appArns(machineArn),
  ...projectArns(machineArn),
});
