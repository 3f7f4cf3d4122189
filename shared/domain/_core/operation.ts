import { z } from 'zod';
import { machinesFor } from './cluster-driver.ts';
import { instant, uuid } from './identifier.ts';

/** State machines whose operation is written on the cluster's record while the operation runs. */
const clusterMachine = z.enum([
  'process-order',
  ...machinesFor('upgradeCluster'),
  ...machinesFor('rotateCertificates'),
  ...machinesFor('hibernateCluster'),
  ...machinesFor('wakeCluster'),
  ...machinesFor('addNode'),
  ...machinesFor('deleteNode'),
]);
export const CLUSTER_MACHINES = clusterMachine.options;
export type ClusterMachine = z.infer<typeof clusterMachine>;

/** State machines that change an application inside a cluster. */
const appMachine = z.enum(['create-app', 'update-app', 'delete-app']);

const machine = z.enum([...clusterMachine.options, 'reconcile-membership', ...appMachine.options]);
export const OPERATION_MACHINES = machine.options;
/** Machine names of release 0.1.0, with their new names. Rows that this release left in the outbox still have the old ones. */
const FORMER_MACHINES: Readonly<Record<string, z.infer<typeof machine>>> = {
  'settle-membership': 'reconcile-membership',
};
const machineByName = z
  .string()
  .transform((name) => FORMER_MACHINES[name] ?? name)
  .pipe(machine);

/**
 * Accepted work that waits for its state machine. It is written in the same transaction as the record that it belongs
 * to.
 */
export const operation = z.object({
  /** The uuid also names the execution, so that a second start has no effect. */
  uuid,
  machine: machineByName,
  clusterUuid: uuid,
  /** The node, for an operation on one node. */
  nodeUuid: uuid.optional(),
  /** The Keycloak group, for an operation on access to the cluster. */
  groupUuid: uuid.optional(),
  membershipUuid: uuid.optional(),
  /** The application, for an operation on an application. */
  appUuid: uuid.optional(),
  /** The correlation id of the API call. All steps of the operation and their log lines have the same id. */
  correlationId: z.string(),
  created: instant,
});
export type Operation = z.infer<typeof operation>;
