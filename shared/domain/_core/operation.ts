import { z } from 'zod';
import { machinesFor } from './cluster-driver.ts';
import { instant, uuid } from './identifier.ts';

/**
 * State machines of operations on a cluster or its nodes. While such an operation runs, the cluster's record names it.
 */
const clusterMachine = z.enum([
  'process-order',
  ...machinesFor('upgradeCluster'),
  ...machinesFor('rotateCertificates'),
  ...machinesFor('operateCluster'),
  ...machinesFor('hibernateCluster'),
  ...machinesFor('wakeCluster'),
  ...machinesFor('changePools'),
  ...machinesFor('changeClusterApi'),
  ...machinesFor('addNode'),
  ...machinesFor('deleteNode'),
]);
export const CLUSTER_MACHINES = clusterMachine.options;
export type ClusterMachine = z.infer<typeof clusterMachine>;

const appMachine = z.enum(['create-app', 'update-app', 'delete-app']);
export const APP_MACHINE_NAMES = appMachine.options;
export type AppMachine = z.infer<typeof appMachine>;
export const isAppMachine = (name: string): name is AppMachine => appMachine.safeParse(name).success;

const machine = z.enum([...clusterMachine.options, 'reconcile-membership', ...appMachine.options]);

const projectMachine = z.enum(['create-rancher-project', 'update-rancher-project', 'delete-rancher-project']);
export const PROJECT_MACHINE_NAMES = projectMachine.options;
export type ProjectMachine = z.infer<typeof projectMachine>;
export const isProjectMachine = (name: string): name is ProjectMachine => projectMachine.safeParse(name).success;
export const OPERATION_MACHINES = [...machine.options, ...PROJECT_MACHINE_NAMES] as const;
/**
 * State machines by the names that release 0.1.0 gave them. Rows that were written by release 0.1.0 and are still in
 * the outbox contain these names.
 */
const FORMER_MACHINES: Readonly<Record<string, z.infer<typeof machine>>> = {
  'settle-membership': 'reconcile-membership',
};
const machineByName = z
  .string()
  .transform((name) => FORMER_MACHINES[name] ?? name)
  .pipe(machine);

const base = {
  /** The execution is named after this uuid, so that starting the operation a second time has no effect. */
  uuid,
  /** The correlation id of the API call. The log lines of all steps of the operation contain this id. */
  correlationId: z.string(),
  created: instant,
};
const clusterOperation = z.object({
  ...base,
  machine: machineByName,
  clusterUuid: uuid,
  /** The node of an operation on a single node. */
  nodeUuid: uuid.optional(),
  /** The group in Keycloak. Only an operation on access to the cluster has `groupUuid` and `membershipUuid`. */
  groupUuid: uuid.optional(),
  membershipUuid: uuid.optional(),
  /** The application. Only an operation on an application has `appUuid`. */
  appUuid: uuid.optional(),
});
export type ClusterOperation = z.infer<typeof clusterOperation>;

/** An operation on a project in a shared cluster. The project's resource has no cluster in Paddock. */
const projectOperation = z.object({ ...base, machine: projectMachine, resourceUuid: uuid });
export type ProjectOperation = z.infer<typeof projectOperation>;

/**
 * An accepted operation that waits for its state machine. One transaction writes the operation and the record that the
 * operation is about.
 */
export const operation = z.union([projectOperation, clusterOperation]);
export type Operation = z.infer<typeof operation>;
export const isOfProject = (item: Operation): item is ProjectOperation => 'resourceUuid' in item;

/** What the operation is about, for logs. */
export const subjectOf = (item: Operation): { clusterUuid: string } | { resourceUuid: string } =>
  isOfProject(item) ? { resourceUuid: item.resourceUuid } : { clusterUuid: item.clusterUuid };
