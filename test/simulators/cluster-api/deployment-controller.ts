import { isDeepStrictEqual } from 'node:util';
import { randomName } from '../_kit/random-name.ts';
import { fieldAt, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { type Condition, goesOn, holds, is, report } from './conditions.ts';
import { DEPLOYMENT_NAME, MACHINE_DEPLOYMENTS, MACHINE_SETS, MACHINES } from './kinds.ts';
import { isReady } from './machine-controller.ts';
import { setMachines, takeSetAway } from './machine-sets.ts';
import { isLeaving, isOwnedBy, type Management, numberAt, recordAt, textAt } from './management.ts';
import { type CountedSet, nextReplicas } from './rollout-plan.ts';

const REVISION = 'machinedeployment.clusters.x-k8s.io/revision';
/** Fields whose change replaces a machine. All other fields of a template are changed in place. */
const SHAPE = ['version', 'bootstrap.configRef.name', 'infrastructureRef.name', 'failureDomain'];
type Deployment = { world: Management; cluster: KubernetesObject; deployment: KubernetesObject };

const shapeOf = (object: KubernetesObject): unknown[] =>
  SHAPE.map((path) => fieldAt(object, `spec.template.spec.${path}`));
const isPresent = ({ deployment }: Deployment, set: KubernetesObject): boolean =>
  isDeepStrictEqual(shapeOf(deployment), shapeOf(set));

const setsOf = ({ world, cluster, deployment }: Deployment): KubernetesObject[] =>
  world.ofCluster(MACHINE_SETS, cluster).filter((set) => isOwnedBy(set, deployment));
const machinesOf = ({ world, cluster }: Deployment, set: KubernetesObject): KubernetesObject[] =>
  world.ofCluster(MACHINES, cluster).filter((machine) => isOwnedBy(machine, set));

function countedSet(of: Deployment, set: KubernetesObject): CountedSet {
  const machines = machinesOf(of, set);
  const { name } = set.metadata;
  return {
    name,
    replicas: numberAt(set, 'spec.replicas', 0),
    present: machines.length,
    available: machines.filter(isReady).length,
  };
}

/**
 * The MachineSet of the present template. If there is none, a MachineSet is made. Fields that change in place are
 * updated.
 */
function presentSet(of: Deployment): KubernetesObject {
  const { world, deployment } = of;
  const { namespace = '', name, labels = {} } = deployment.metadata;
  const sets = setsOf(of);
  const found = sets.find((set) => isPresent(of, set) && !isLeaving(set));
  const template = recordAt(deployment, 'spec.template');
  if (found) return world.update(found, { spec: { ...recordAt(found, 'spec'), template } });
  const { clusterName, selector } = recordAt(deployment, 'spec');
  return world.create(MACHINE_SETS, {
    ...{ name: `${name}-${randomName(5)}`, namespace, owner: deployment, finalizers: ['cluster.x-k8s.io/machineset'] },
    labels: { ...labels, [DEPLOYMENT_NAME]: name },
    annotations: { [REVISION]: String(sets.length + 1) },
    body: { spec: { clusterName, selector, replicas: 0, template } },
  });
}

function roll(of: Deployment): void {
  const { world, cluster, deployment } = of;
  const present = presentSet(of);
  const sets = setsOf(of).map((set) => (set.metadata.uid === present.metadata.uid ? present : set));
  const old = sets.filter((set) => set !== present);
  const next = nextReplicas({
    wanted: numberAt(deployment, 'spec.replicas', 1),
    strategy: recordAt(deployment, 'spec.strategy.rollingUpdate'),
    current: countedSet(of, present),
    old: old.map((set) => countedSet(of, set)),
  });
  for (const set of sets) {
    const replicas = next[set.metadata.name] ?? 0;
    const updated = world.update(set, { spec: { ...recordAt(set, 'spec'), replicas } });
    const deletePolicy = textAt(deployment, 'spec.strategy.rollingUpdate.deletePolicy') ?? 'Random';
    if (isLeaving(updated)) takeSetAway(world, cluster, updated);
    else setMachines(world, { cluster, deployment, set: updated, deletePolicy });
  }
}

type Counts = { all: number; ready: number; updated: number; wanted: number };

function conditionsOf(deployment: KubernetesObject, { all, ready, updated, wanted }: Counts) {
  const isComplete = ready >= wanted && all === wanted;
  const waiting = { reason: 'WaitingForAvailableMachines', severity: 'Warning' } as const;
  const older: Condition[] = [
    is('Ready', isComplete, {
      ...waiting,
      message: `Minimum availability requires ${wanted} replicas, current ${ready} available`,
    }),
    is('Available', isComplete, waiting),
    is('MachineSetReady', all === wanted, { reason: all < wanted ? 'ScalingUp' : 'ScalingDown', severity: 'Warning' }),
  ];
  const newer: Condition[] = [
    holds(
      'Available',
      ready >= wanted,
      ['Available', 'NotAvailable'],
      `${ready} available replicas, at least ${wanted} required`,
    ),
    holds('MachinesReady', ready === all, ['Ready', 'NotReady']),
    holds('MachinesUpToDate', updated === all, ['UpToDate', 'NotUpToDate']),
    goesOn('RollingOut', updated < all, `Rolling out ${all - updated} not up-to-date replicas`),
    goesOn('ScalingUp', all < wanted, `Scaling up from ${all} to ${wanted} replicas`),
    goesOn('ScalingDown', all > wanted, `Scaling down from ${all} to ${wanted} replicas`),
    goesOn('Remediating', false),
    goesOn('Deleting', isLeaving(deployment)),
    goesOn('Paused', false),
  ];
  return { older, newer };
}

function phaseOf(deployment: KubernetesObject, { all, wanted }: Counts): string {
  if (isLeaving(deployment) || all > wanted) return 'ScalingDown';
  return all < wanted ? 'ScalingUp' : 'Running';
}

function show(of: Deployment): void {
  const { world, deployment } = of;
  const machines = setsOf(of).flatMap((set) =>
    machinesOf(of, set).map((machine) => ({ machine, isNew: isPresent(of, set) })),
  );
  const ready = machines.filter(({ machine }) => isReady(machine)).length;
  const [all, updated] = [machines.length, machines.filter(({ isNew }) => isNew).length];
  const wanted = numberAt(deployment, 'spec.replicas', 1);
  const counts = { all, ready, updated, wanted };
  const labels = Object.entries(recordAt(deployment, 'spec.selector.matchLabels'));
  report(world, deployment, {
    ...{ phase: phaseOf(deployment, counts), replicas: all, readyReplicas: ready, availableReplicas: ready },
    ...{ updatedReplicas: updated, unavailableReplicas: Math.max(0, wanted - ready) },
    selector: labels.map(([key, value]) => `${key}=${value}`).join(','),
    ...conditionsOf(deployment, counts),
  });
}

/** Deletes the MachineSets before their deployment, and the machines before their MachineSet. */
function takeAway(of: Deployment): void {
  const { world, cluster, deployment } = of;
  const sets = setsOf(of);
  for (const set of sets) {
    if (!isLeaving(set)) world.remove(set);
    takeSetAway(world, cluster, set);
  }
  if (sets.length === 0) world.release(deployment);
}

export function reconcileDeployments(world: Management, cluster: KubernetesObject): void {
  for (const deployment of world.ofCluster(MACHINE_DEPLOYMENTS, cluster)) {
    const of = { world, cluster, deployment };
    if (isLeaving(deployment)) takeAway(of);
    else roll(of);
    show(of);
  }
}
