import type { RancherContext } from '../_core/rancher-context.ts';
import type { ProvisioningCluster } from '../_core/rancher-objects.ts';
import { machinesOf, type RancherStore } from '../_core/rancher-store.ts';
import type { ClusterStatus } from '../clusters/cluster-status.ts';
import type { ClusterNodes } from '../machines/cluster-nodes.ts';
import type { RancherMachine } from '../machines/machine-objects.ts';
import { forgetSnapshots } from '../operations/etcd-snapshots.ts';
import { deploymentLoop } from './capi/deployment-loop.ts';
import { forgetMachine } from './capi/pool-machine.ts';
import { createJob } from './driver/create-job.ts';
import { deleteJob } from './driver/delete-job.ts';
import { jobRoom } from './driver/job-room.ts';
import { bootstrapToken } from './driver/machine-secrets.ts';
import { pooledSpec } from './machine-pool.ts';
import { BOOTSTRAP, INFRA_MACHINE } from './pool-kinds.ts';
import {
  idOf,
  type MachineConfig,
  type MachineDeployment,
  type MachineSet,
  type PoolObject,
  poolKey,
  timeText,
} from './pool-objects.ts';
import { poolReconciler } from './pool-reconciler.ts';

interface Parts {
  status: ClusterStatus;
  nodes: ClusterNodes;
  /** A machine begins to come up; `reached` is called with each stage that it comes to by itself. */
  register(machine: RancherMachine, reached: (machine: RancherMachine) => void): void;
  /** The planner has something else to look at. */
  advance(clusterId: string): void;
  /** Somebody deletes a machine. */
  remove(machine: RancherMachine): void;
  /** Nothing of Rancher's holds a machine up any more. */
  released(machine: RancherMachine): void;
}
export type PoolControllers = ReturnType<typeof poolControllers>;

/** The jobs in which servers of machines are made and deleted. */
function serverJobs(context: RancherContext, { advance, remove }: Pick<Parts, 'advance' | 'remove'>) {
  const changed = ({ clusterId }: RancherMachine): void => advance(clusterId);
  const room = jobRoom(context, changed);
  const deletion = deleteJob(context, room);
  const creation = createJob(context, room, { changed, failed: remove, ended: deletion.created });
  return {
    ...{ creation, deletion, running: room.running },
    stop(): void {
      room.stop();
      deletion.stop();
    },
  };
}

/** Takes away what a cluster that is gone has owned. */
function forgetCluster({ store }: RancherContext, key: string): void {
  const [namespace, name] = key.split('/');
  for (const [id, object] of store.poolObjects) if (object.cluster === key) store.poolObjects.delete(id);
  for (const [id, config] of store.machineConfigs) {
    const isOwned = config.ownerReferences.some((owner) => owner.name === name);
    if (config.namespace === namespace && isOwned) store.machineConfigs.delete(id);
  }
}

const names = (spec: Record<string, unknown>, config: string): boolean =>
  pooledSpec(spec).pools.some(({ machineConfigRef }) => machineConfigRef.name === config);

const clustersOf = ({ provisioning }: RancherStore, { namespace, name }: MachineConfig): ProvisioningCluster[] =>
  [...provisioning.values()].filter((cluster) => cluster.namespace === namespace && names(cluster.spec, name));

const machineBy = ({ machines }: RancherStore, isWanted: (machine: RancherMachine) => boolean) =>
  [...machines.values()].find(isWanted);

const isAutoscaled = (annotations: Record<string, string>): boolean =>
  Object.keys(annotations).some((key) => key.includes('autoscaler-node-group'));

/** On a machine's bootstrap: etcd is not to hold it up. */
const FORCE = 'rke.cattle.io/etcd-force-remove';

/** Something in its pools is not as it should be. */
const isWrong = ({ conditions }: ProvisioningCluster): boolean =>
  conditions.some(({ type, status }) => type === 'RKECluster' && status === 'False');

interface Working {
  jobs: ReturnType<typeof serverJobs>;
  loop: ReturnType<typeof deploymentLoop>;
  reconcileSoon(cluster: ProvisioningCluster): void;
}

/** What follows from what somebody writes to objects that Rancher and Cluster API have made. */
function written({ store, clock }: RancherContext, parts: Parts, { jobs, loop, reconcileSoon }: Working) {
  function removed(object: MachineDeployment | MachineSet): void {
    object.deletedAt ??= timeText(clock.now());
    loop.syncSoon(object.cluster);
  }
  return {
    /** Somebody has changed the annotations of a machine. */
    marked: ({ clusterId }: RancherMachine): void =>
      loop.syncSoon(store.clusters.get(clusterId)?.provisioningKey ?? ''),
    /** Somebody has scaled a deployment. One that is autoscaled Rancher makes again as its pool says, with the quantity if it has one. */
    deploymentChanged({ cluster, annotations }: MachineDeployment): void {
      const provisioning = store.provisioning.get(cluster);
      if (provisioning && isAutoscaled(annotations)) reconcileSoon(provisioning);
      loop.syncSoon(cluster);
    },
    setChanged: ({ cluster }: MachineSet): void => loop.syncSoon(cluster),
    /** Somebody deletes a deployment or a set: who has made it makes another one. */
    removed,
    /** Somebody deletes a template. Rancher makes one that a pool has again. */
    templateRemoved(template: PoolObject): void {
      store.poolObjects.delete(poolKey(template.kind, idOf(template)));
      const provisioning = store.provisioning.get(template.cluster);
      if (provisioning) reconcileSoon(provisioning);
    },
    /** Somebody has changed the marks of an object of a pool. */
    objectChanged({ kind, namespace, name, annotations }: PoolObject): void {
      const machine = machineBy(store, (one) => one.namespace === namespace && one.name === name);
      if (!machine) return;
      if (kind === INFRA_MACHINE) jobs.deletion.looked(machine);
      if (kind !== BOOTSTRAP) return;
      machine.isReleased = annotations[FORCE]?.toLowerCase() === 'true' || undefined;
      parts.released(machine);
    },
  };
}

/** Rancher's and Cluster API's controllers of clusters with machine pools. */
export function poolControllers(context: RancherContext, parts: Parts) {
  const { store, clock, delays } = context;
  const reconciler = poolReconciler(context, parts);
  const jobs = serverJobs(context, parts);
  const loop = deploymentLoop(context, {
    ...{ remove: parts.remove, relabelled: parts.nodes.relabelled },
    gone(key) {
      const cluster = store.provisioning.get(key);
      if (cluster) reconcileSoon(cluster);
    },
    made: (machine) => parts.register(machine, jobs.creation.look),
  });

  function reconcileSoon(cluster: ProvisioningCluster): void {
    clock.after(delays.controllerWrite, () => {
      if (store.provisioning.get(idOf(cluster)) !== cluster) return;
      reconciler.reconcile(cluster);
      loop.syncSoon(idOf(cluster));
    });
  }

  function gone(machine: RancherMachine): void {
    forgetMachine(context, machine);
    forgetSnapshots(context, machine);
    loop.forget(machine);
  }

  return {
    /** A cluster was made, or asked for something else. */
    changed: reconcileSoon,
    configChanged: (config: MachineConfig): void => clustersOf(store, config).forEach(reconcileSoon),
    /** Something that clusters refer to is there now, or is not. */
    looked: (): void => [...store.provisioning.values()].filter(isWrong).forEach(reconcileSoon),
    /** Machines of a cluster have come further. */
    sync(clusterId: string): void {
      for (const machine of machinesOf(store, clusterId)) jobs.creation.look(machine);
      loop.syncSoon(store.clusters.get(clusterId)?.provisioningKey ?? '');
    },
    empty: (cluster: ProvisioningCluster, done: () => void): void => loop.empty(idOf(cluster), done),
    forget: (key: string): void => forgetCluster(context, key),
    infrastructure: { begin: jobs.deletion.begin, gone },
    ...written(context, parts, { jobs, loop, reconcileSoon }),
    /** The machine whose agent calls with the token that its server was given. */
    called(token: string): RancherMachine | undefined {
      const machine = machineBy(store, (one) => one.pool !== undefined && bootstrapToken(one) === token);
      if (machine) jobs.creation.cameUp(machine);
      return machine;
    },
    running: jobs.running,
    stop(): void {
      for (const { stop } of [jobs, loop]) stop();
    },
  };
}
