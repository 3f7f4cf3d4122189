import { randomName } from '../_kit/random-name.ts';
import { fieldAt, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { goesOn, is, report } from './conditions.ts';
import { CONTROL_PLANES, DEPLOYMENT_NAME, MACHINES, SET_NAME } from './kinds.ts';
import { isOfControlPlane, isReady } from './machine-controller.ts';
import { makeMachine } from './machine-objects.ts';
import { isLeaving, isOwnedBy, type Labels, type Management, numberAt, recordAt } from './management.ts';

/** An annotation of machines. When a MachineSet shrinks, it first deletes its machines with this annotation. */
const CHOSEN = 'cluster.x-k8s.io/delete-machine';

type Set = { cluster: KubernetesObject; deployment: KubernetesObject; set: KubernetesObject; deletePolicy: string };

const machinesOf = ({ ofCluster }: Management, cluster: KubernetesObject, set: KubernetesObject): KubernetesObject[] =>
  ofCluster(MACHINES, cluster).filter((machine) => isOwnedBy(machine, set));

/** No machine is added before the control plane has a server, or while the control plane is replaced. */
function mayGrow({ ofCluster }: Management, cluster: KubernetesObject): boolean {
  const servers = ofCluster(MACHINES, cluster).filter(isOfControlPlane);
  const planes = ofCluster(CONTROL_PLANES, cluster);
  const isRolling = planes.some(
    ({ status }) =>
      fieldAt(status, 'initialized') === true && fieldAt(status, 'updatedReplicas') !== fieldAt(status, 'replicas'),
  );
  return servers.some((machine) => fieldAt(machine, 'status.infrastructureReady') === true) && !isRolling;
}

const texts = (values: Record<string, unknown>): Labels =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));

const labelsFor = ({ deployment, set }: Set): Labels => ({
  ...texts(recordAt(set, 'spec.template.metadata.labels')),
  ...{ [DEPLOYMENT_NAME]: deployment.metadata.name, [SET_NAME]: set.metadata.name },
});

function add(world: Management, of: Set): void {
  const { cluster, set } = of;
  const { bootstrap, infrastructureRef, ...spec } = recordAt(set, 'spec.template.spec');
  const config = world.follow(fieldAt(bootstrap, 'configRef'), cluster.metadata.namespace ?? '');
  makeMachine(world, {
    ...{ cluster, owner: set, name: `${set.metadata.name}-${randomName(5)}`, labels: labelsFor(of) },
    annotations: texts(recordAt(set, 'spec.template.metadata.annotations')),
    ...{ template: infrastructureRef, bootstrap: recordAt(config, 'spec.template.spec'), spec },
  });
}

/**
 * The order in which machines are deleted: first machines with the annotation `delete-machine`, then machines that are
 * not ready, then all others. Within each group, the policy decides.
 */
function inOrder(machines: KubernetesObject[], policy: string): KubernetesObject[] {
  const rank = (machine: KubernetesObject) => {
    if (machine.metadata.annotations?.[CHOSEN] !== undefined) return 0;
    return isReady(machine) ? 2 : 1;
  };
  const aged = policy === 'Newest' ? machines.toReversed() : machines;
  return aged.toSorted((a, b) => rank(a) - rank(b));
}

/** Makes or deletes a set's machines until their number is right. Machines that stay get the template's labels. */
export function setMachines(world: Management, of: Set): void {
  const { cluster, set, deletePolicy } = of;
  const machines = machinesOf(world, cluster, set);
  const wanted = numberAt(set, 'spec.replicas', 0);
  const staying = machines.filter((machine) => !isLeaving(machine));
  for (const machine of staying) {
    const labels = { ...machine.metadata.labels, ...labelsFor(of) };
    world.update(machine, { metadata: { labels } });
  }
  const isHeld = machines.length < wanted && !mayGrow(world, cluster);
  if (!isHeld) for (let count = machines.length; count < wanted; count += 1) add(world, of);
  const spare = staying.length - wanted;
  for (const machine of inOrder(staying, deletePolicy).slice(0, Math.max(0, spare))) world.remove(machine);
  show(world, cluster, set, isHeld);
}

function show(world: Management, cluster: KubernetesObject, set: KubernetesObject, isHeld: boolean): void {
  const machines = machinesOf(world, cluster, set);
  const wanted = numberAt(set, 'spec.replicas', 0);
  const [all, ready] = [machines.length, machines.filter(isReady).length];
  report(world, set, {
    ...{ replicas: all, fullyLabeledReplicas: all, readyReplicas: ready, availableReplicas: ready },
    older: [
      is('MachinesCreated', !isHeld, { reason: 'PreflightCheckFailed', severity: 'Error' }),
      is('MachinesReady', ready === all, { reason: 'WaitingForInfrastructure' }),
      is('Resized', all === wanted, { reason: all < wanted ? 'ScalingUp' : 'ScalingDown', severity: 'Warning' }),
    ],
    newer: [goesOn('ScalingUp', all < wanted), goesOn('ScalingDown', all > wanted), goesOn('Deleting', isLeaving(set))],
  });
}

export function takeSetAway(world: Management, cluster: KubernetesObject, set: KubernetesObject): void {
  const machines = machinesOf(world, cluster, set);
  for (const machine of machines) if (!isLeaving(machine)) world.remove(machine);
  if (machines.length === 0) world.release(set);
}
