import type { ObjectEvent } from '../kubernetes/kubernetes-context.ts';
import { fieldAt, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { adopted, showCluster, takeClusterAway } from './cluster-controller.ts';
import { reconcileControlPlane } from './control-plane-controller.ts';
import { reconcileDeployments } from './deployment-controller.ts';
import { collectGarbage } from './garbage-collector.ts';
import { infrastructureClusters, infrastructureMachines } from './infrastructure-controller.ts';
import { CLUSTER_NAME, CLUSTERS, CONTROL_PLANES } from './kinds.ts';
import { machineController } from './machine-controller.ts';
import { type ClusterApiDelays, isLeaving, type Management, management } from './management.ts';
import { cloudWork } from './openstack/cloud-work.ts';
import { type OpenStackProvider, openStackProvider } from './openstack/openstack-provider.ts';
import { RESOURCE_SET_TYPE, reconcileResourceSets } from './resource-set-controller.ts';
import { reconcileTopology } from './topology-controller.ts';

type World = { context: Management['context']; delays: ClusterApiDelays };

const OF_ANY_CLUSTER = /Class$|Template$|^ClusterResourceSet$|^EndpointSlice$|^Service$/;

/** The key of an object's cluster: `<namespace>/<name>`. Undefined for an object without a cluster. */
const keyOf = ({ kind, metadata }: KubernetesObject): string | undefined => {
  const name = kind === 'Cluster' ? metadata.name : metadata.labels?.[CLUSTER_NAME];
  return name && `${metadata.namespace}/${name}`;
};

/** Whether the object is a Secret of the type that a ClusterResourceSet applies. */
const isResource = (object: KubernetesObject): boolean => fieldAt(object, 'type') === RESOURCE_SET_TYPE;

/** The stages that objects have reached, by the object's uid. `reachedBy` is called when a stage's time has come. */
function stagesOf({ clock }: Management['context'], reachedBy: (object: KubernetesObject) => void) {
  const reached = new Set<string>();
  const begun = new Set<string>();
  const isReached: Management['isReached'] = (object, stage, ms) => {
    const key = `${object.metadata.uid} ${stage}`;
    if (begun.has(key)) return reached.has(key);
    begun.add(key);
    clock.after(ms, () => {
      reached.add(key);
      reachedBy(object);
    });
    return false;
  };
  const forget = (): void => {
    for (const kept of [reached, begun]) kept.clear();
  };
  return { isReached, forget };
}

function controllers(world: Management, openstack: OpenStackProvider) {
  const networks = infrastructureClusters(world, openstack);
  const servers = infrastructureMachines(world, openstack);
  const machines = machineController(world);
  const isInitialized = ({ status }: KubernetesObject) => fieldAt(status, 'initialized') === true;

  function reconcile(found: KubernetesObject): void {
    const topology = fieldAt(found, 'spec.topology') && !isLeaving(found) ? reconcileTopology(world, found) : {};
    const { namespace = '', name } = found.metadata;
    const cluster = adopted(world, world.find(CLUSTERS, namespace, name) ?? found);
    networks(cluster);
    reconcileControlPlane(world, cluster);
    reconcileDeployments(world, cluster);
    servers(cluster, machines.isBootstrapped);
    machines.reconcile(cluster, world.ofCluster(CONTROL_PLANES, cluster).some(isInitialized));
    showCluster(world, cluster, topology);
    reconcileResourceSets(world, world.find(CLUSTERS, namespace, name) ?? cluster);
    if (isLeaving(cluster)) takeClusterAway(world, cluster);
  }
  return { reconcile, forget: machines.forget };
}

/**
 * Runs the managers of Cluster API and Kubernetes' garbage collector. A moment after a change, the managers check the
 * cluster of the changed object.
 */
export function managerLoop({ context, delays }: World) {
  const { clock, shelf } = context;
  const waiting = new Set<string>();
  const stages = stagesOf(context, (object) => lookSoon(keyOf(object) ?? ''));
  const world = management(context, delays, stages.isReached);
  const work = cloudWork(clock, { waiting: () => delays.cloudPoll, failed: () => delays.cloudRetry });
  const openstack = openStackProvider(world, work, (object) => lookSoon(keyOf(object) ?? ''));
  const { reconcile, forget } = controllers(world, openstack);

  function look(key: string): void {
    const [namespace = '', name = ''] = key.split('/');
    const cluster = world.find(CLUSTERS, namespace, name);
    if (cluster && fieldAt(cluster, 'spec.paused') !== true) reconcile(cluster);
    collectGarbage(world);
  }

  function lookSoon(key: string): void {
    if (waiting.has(key)) return;
    waiting.add(key);
    clock.after(delays.sync, () => {
      waiting.delete(key);
      look(key);
    });
  }

  const heard = ({ object }: ObjectEvent): void => {
    const key = keyOf(object);
    // For an object without a cluster, the key is empty: only the garbage collector runs.
    lookSoon(key ?? '');
    // All clusters are checked, since any cluster may use this class, template or resource set. A Service or an
    // EndpointSlice may lead to the API of any cluster.
    if (key === undefined && (OF_ANY_CLUSTER.test(object.kind) || isResource(object))) {
      for (const cluster of shelf.list(CLUSTERS)) lookSoon(keyOf(cluster) ?? '');
    }
  };
  context.listeners.add(heard);

  return {
    /** How many requests to clouds are under way. */
    pending: work.pending,
    /** Problems that the manager of OpenStack’s provider logs, but shows in no condition. */
    problems: work.problems,
    forget(): void {
      waiting.clear();
      work.forget();
      stages.forget();
      forget();
    },
  };
}
