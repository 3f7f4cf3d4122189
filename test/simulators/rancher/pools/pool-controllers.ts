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
  /** Starts the registration of a machine. `reached` is called for each stage that the machine reaches by itself. */
  register(machine: RancherMachine, reached: (machine: RancherMachine) => void): void;
  /** Makes the planner check the cluster again. */
  advance(clusterId: string): void;
  remove(machine: RancherMachine): void;
  /** Called when Rancher no longer blocks the deletion of a machine. */
  released(machine: RancherMachine): void;
}
export type PoolControllers = ReturnType<typeof poolControllers>;

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

/** The annotation on a machine's bootstrap that lets the deletion of the machine go on without waiting for etcd. */
const FORCE = 'rke.cattle.io/etcd-force-remove';

const isWrong = ({ conditions }: ProvisioningCluster): boolean =>
  conditions.some(({ type, status }) => type === 'RKECluster' && status === 'False');

interface Working {
  jobs: ReturnType<typeof serverJobs>;
  loop: ReturnType<typeof deploymentLoop>;
  reconcileSoon(cluster: ProvisioningCluster): void;
}

/** Reactions to changes that clients make to objects of Rancher and Cluster API. */
function written({ store, clock }: RancherContext, parts: Parts, { jobs, loop, reconcileSoon }: Working) {
  function removed(object: MachineDeployment | MachineSet): void {
    object.deletedAt ??= timeText(clock.now());
    loop.syncSoon(object.cluster);
  }
  return {
    /** Called when the annotations of a machine have changed. */
    marked: ({ clusterId }: RancherMachine): void =>
      loop.syncSoon(store.clusters.get(clusterId)?.provisioningKey ?? ''),
    /**
     * Called when a deployment has been scaled. For an autoscaled deployment, Rancher applies the pool again, with the
     * pool's quantity if it has one.
     */
    deploymentChanged({ cluster, annotations }: MachineDeployment): void {
      const provisioning = store.provisioning.get(cluster);
      if (provisioning && isAutoscaled(annotations)) reconcileSoon(provisioning);
      loop.syncSoon(cluster);
    },
    setChanged: ({ cluster }: MachineSet): void => loop.syncSoon(cluster),
    /** Called when a deployment or a set is deleted. Its owner then creates a new one. */
    removed,
    /** Called when a template is deleted. If a pool still uses the template, Rancher creates it again. */
    templateRemoved(template: PoolObject): void {
      store.poolObjects.delete(poolKey(template.kind, idOf(template)));
      const provisioning = store.provisioning.get(template.cluster);
      if (provisioning) reconcileSoon(provisioning);
    },
    /** Called when the labels or annotations of a pool's object have changed. */
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
    /** Called when a cluster was created or its spec has changed. */
    changed: reconcileSoon,
    configChanged: (config: MachineConfig): void => clustersOf(store, config).forEach(reconcileSoon),
    /**
     * Called when an object that a cluster may refer to was created or removed. Clusters with an error in their pools
     * are then checked again.
     */
    looked: (): void => [...store.provisioning.values()].filter(isWrong).forEach(reconcileSoon),
    /** Called when machines of a cluster have reached a new stage. */
    sync(clusterId: string): void {
      for (const machine of machinesOf(store, clusterId)) jobs.creation.look(machine);
      loop.syncSoon(store.clusters.get(clusterId)?.provisioningKey ?? '');
    },
    empty: (cluster: ProvisioningCluster, done: () => void): void => loop.empty(idOf(cluster), done),
    forget: (key: string): void => forgetCluster(context, key),
    infrastructure: { begin: jobs.deletion.begin, gone },
    ...written(context, parts, { jobs, loop, reconcileSoon }),
    /** Called when an agent sends the bootstrap token of its machine to Rancher. Returns the machine. */
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
