import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { forcedRemoval } from '#shared/domain/pools/scaling/machine-removal';
import type { ClusterInRancher } from '#shared/ports/rancher/rancher-objects';
import type { MachineOfCluster, MachineOfRancher, RancherPools } from '#shared/ports/rancher/rancher-pools';
import { NAMESPACE } from '../clusters/cluster-request.ts';
import { CLUSTER_NAME_LABEL, MACHINES } from '../nodes/machines.ts';
import type { RancherSession } from '../rancher-session.ts';
import { infrastructureMachine, poolMachine, withInfrastructure } from './machine-schemas.ts';

type PoolMachines = Pick<
  RancherPools,
  'listPoolMachines' | 'listAllPoolMachines' | 'annotateMachine' | 'forceMachineRemoval'
>;

const INFRASTRUCTURE = `/v1/rke-machine.cattle.io.openstackmachines/${NAMESPACE}`;

/**
 * The name of the cluster's provisioning object. Objects that belong to the cluster have this name in a label and in
 * their spec.
 */
export const objectName = ({ name, provisioningName = name }: ClusterInRancher): string => provisioningName;

type Labels = Readonly<Record<string, string>>;

const listInfrastructure = (session: RancherSession, labels: Labels) =>
  session.listObjects({
    op: 'listInfrastructureMachines',
    path: INFRASTRUCTURE,
    item: infrastructureMachine,
    labels,
    exclude: 'spec.userDataFile',
  });

async function listOfCluster(session: RancherSession, cluster: ClusterInRancher): Promise<MachineOfCluster[]> {
  const clusterName = objectName(cluster);
  const labels = { [CLUSTER_NAME_LABEL]: clusterName };
  const [machines, infrastructure] = await Promise.all([
    session.listObjects({
      op: 'listPoolMachines',
      path: MACHINES,
      item: poolMachine,
      labels,
      exclude: 'metadata.managedFields',
    }),
    listInfrastructure(session, labels),
  ]);
  const listed = withInfrastructure(machines, infrastructure);
  return listed.filter(({ provisioningName }) => provisioningName === clusterName).map(({ machine }) => machine);
}

async function listAll(session: RancherSession): Promise<MachineOfRancher[]> {
  const [machines, infrastructure] = await Promise.all([
    session.listObjects({
      op: 'listAllPoolMachines',
      path: MACHINES,
      item: poolMachine,
      labels: {},
      exclude: 'metadata.managedFields',
    }),
    listInfrastructure(session, {}),
  ]);
  return withInfrastructure(machines, infrastructure);
}

async function annotate(
  session: RancherSession,
  { op, at }: { op: string; at: string },
  annotations: Readonly<Record<string, string>>,
): Promise<void> {
  await session.call({
    ...{ op, method: 'PATCH', path: at, reply: z.unknown() },
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { metadata: { annotations } },
  });
}

async function forceRemoval(session: RancherSession, name: string): Promise<boolean> {
  const found = await session.find({
    op: 'readMachine',
    path: `${MACHINES}${path`/${name}`}`,
    reply: poolMachine,
  });
  const annotations = forcedRemoval(found?.machine.conditions ?? []);
  if (found === undefined || annotations === undefined) return false;
  const at = `${INFRASTRUCTURE}${path`/${found.infrastructureName}`}`;
  await annotate(session, { op: 'forceMachineRemoval', at }, annotations);
  return true;
}

export const poolMachines = (session: RancherSession): PoolMachines => ({
  listPoolMachines: (cluster) => listOfCluster(session, cluster),

  listAllPoolMachines: () => listAll(session),

  annotateMachine: (name, annotations) =>
    annotate(session, { op: 'annotateMachine', at: `${MACHINES}${path`/${name}`}` }, annotations),

  forceMachineRemoval: (name) => forceRemoval(session, name),
});
