import { type ClusterOperation, isOfProject, type Operation } from '#shared/domain/_core/operation';

/** The operation, which must be one on a cluster. */
export const ofCluster = (item: Operation): ClusterOperation => {
  if (isOfProject(item)) throw new Error(`${item.machine} is about no cluster`);
  return item;
};

/** One machine for all operations on nodes, memberships, applications and projects. */
export const otherArns = (machineArn: string) => ({
  'add-node': machineArn,
  'delete-node': machineArn,
  'reconcile-membership': machineArn,
  'create-app': machineArn,
  'update-app': machineArn,
  'delete-app': machineArn,
  'create-rancher-project': machineArn,
  'update-rancher-project': machineArn,
  'delete-rancher-project': machineArn,
});
