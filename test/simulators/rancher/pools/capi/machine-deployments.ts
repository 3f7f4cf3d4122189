import { randomName } from '#test/simulators/_kit/random-name';
import { type CountedSet, limitsOf, nextReplicas } from '#test/simulators/cluster-api/rollout-plan';
import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import { isPaused } from '#test/simulators/rancher/machines/machine-holds';
import type { RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import { MACHINE_DEPLOYMENT } from '../pool-kinds.ts';
import {
  controlledBy,
  idOf,
  type MachineDeployment,
  type MachineSet,
  type MachineShape,
  newHead,
} from '../pool-objects.ts';
import { isAvailable, machinesOfSet } from './machine-sets.ts';
import { HASH, ownMarks, setLabels } from './pool-machine.ts';

export const REVISION = 'machinedeployment.clusters.x-k8s.io/revision';

/** The sets of a deployment, oldest first. */
export const setsOf = ({ store }: Pick<RancherContext, 'store'>, deployment: MachineDeployment): MachineSet[] =>
  [...store.machineSets.values()].filter(
    (set) => set.cluster === deployment.cluster && set.deployment === deployment.name,
  );

/** Whether a MachineSet has the deployment's present template. Names are compared, since a template never changes. */
const isOfTemplate = (set: MachineSet, { spec }: MachineDeployment): boolean => {
  const [one, other] = [set.spec.template.spec, spec.template.spec];
  return (
    one.infrastructureRef.name === other.infrastructureRef.name &&
    one.bootstrap.configRef.name === other.bootstrap.configRef.name
  );
};

interface Hooks {
  syncSet(set: MachineSet): void;
  /** Called when the labels of a machine have changed, so that the machine's Node gets the new labels too. */
  relabelled(machine: RancherMachine): void;
  /** Makes the controllers check a cluster again. */
  again(cluster: string): void;
}

/** Adds a label that says which set a machine belongs to. */
const hashed = ({ metadata, spec }: MachineShape, hash: string): MachineShape => ({
  metadata: { ...metadata, labels: { ...metadata.labels, [HASH]: hash } },
  spec,
});

const OF_ROLLOUT = 'machinedeployment.clusters.x-k8s.io';
/** The annotations of a MachineSet: the annotations of its deployment, and figures about the rollout. */
function setAnnotations(deployment: MachineDeployment, revision: number | string): Record<string, string> {
  const { replicas, rollout } = deployment.spec;
  const { surge } = limitsOf(rollout.strategy.rollingUpdate, replicas);
  return {
    ...deployment.annotations,
    'cluster.x-k8s.io/disable-machine-create': 'false',
    [`${OF_ROLLOUT}/desired-replicas`]: String(replicas),
    [`${OF_ROLLOUT}/max-replicas`]: String(replicas === 0 ? 0 : replicas + surge),
    [REVISION]: String(revision),
  };
}

const revisionOf = ({ annotations }: MachineSet): number => Number(annotations[REVISION] ?? 0);
/**
 * The revision of a MachineSet: one more than the greatest revision of all other sets. A set that already has the
 * greatest revision keeps its revision.
 */
function nextRevision(sets: readonly MachineSet[], set?: MachineSet): number {
  const others = Math.max(0, ...sets.filter((one) => one !== set).map(revisionOf));
  return set && revisionOf(set) > others ? revisionOf(set) : others + 1;
}

function makeSet(context: RancherContext, deployment: MachineDeployment, revision: number): MachineSet {
  const suffix = randomName(5);
  const hash = `${hashDigits(deployment.spec.template.spec.infrastructureRef.name)}-${suffix}`;
  const { clusterName, template, deletion, selector } = deployment.spec;
  const set: MachineSet = {
    ...newHead(context, { namespace: deployment.namespace, name: `${deployment.name}-${suffix}` }),
    ...{ cluster: deployment.cluster, deployment: deployment.name },
    labels: hashed(template, hash).metadata.labels,
    annotations: setAnnotations(deployment, revision),
    ownerReferences: [controlledBy(MACHINE_DEPLOYMENT, deployment)],
    finalizers: ['cluster.x-k8s.io/machineset'],
    spec: {
      ...{ clusterName, template: hashed(template, hash), deletion, replicas: 0 },
      selector: { matchLabels: { ...selector.matchLabels, [HASH]: hash } },
    },
  };
  context.store.machineSets.set(idOf(set), set);
  return set;
}

/** Updates the labels and annotations of a machine after its template has changed. Annotations from others stay. */
function remark(machine: RancherMachine, set: MachineSet, before: MachineShape): void {
  const { metadata } = set.spec.template;
  const own = Object.entries(machine.annotations).filter(([key]) => !(key in before.metadata.annotations));
  const annotations = { ...Object.fromEntries(own), ...metadata.annotations };
  Object.assign(machine, {
    ...{ labels: { ...metadata.labels, ...setLabels(set) }, annotations },
    ...{ ...ownMarks(annotations), resourceVersion: machine.resourceVersion + 1 },
  });
  if (machine.pool) machine.pool.drainSeconds = set.spec.template.spec.deletion.nodeDrainTimeoutSeconds;
}

function counted(context: RancherContext, set: MachineSet): CountedSet {
  const machines = machinesOfSet(context, set);
  const { name, spec } = set;
  return { name, replicas: spec.replicas, present: machines.length, available: machines.filter(isAvailable).length };
}

/**
 * The present template of a MachineSet. The bootstrap and infrastructure templates stay as they are in the set.
 * Everything else comes from the deployment.
 */
function templateOf({ spec }: MachineDeployment, { spec: { template: before } }: MachineSet): MachineShape {
  const { bootstrap, infrastructureRef } = before.spec;
  const shape = { ...spec.template, spec: { ...spec.template.spec, bootstrap, infrastructureRef } };
  return hashed(shape, before.metadata.labels[HASH] ?? '');
}

function outdate(context: RancherContext, set: MachineSet, isOutdated: true | undefined): void {
  for (const { pool } of machinesOfSet(context, set)) if (pool) pool.isOutdated = isOutdated;
}

function plan(context: RancherContext, { spec }: MachineDeployment, current: MachineSet, old: MachineSet[]) {
  const { replicas: wanted, paused, rollout } = spec;
  const count = (set: MachineSet): CountedSet => counted(context, set);
  const strategy = rollout.strategy.rollingUpdate;
  if (!paused) return nextReplicas({ wanted, strategy, current: count(current), old: old.map(count) });
  const others = old.reduce((sum, set) => sum + set.spec.replicas, 0);
  return { [current.name]: Math.max(0, wanted - others) };
}

/** Once all machines have the present template, sets without machines are deleted. */
function cleanUp(context: RancherContext, { spec }: MachineDeployment, current: MachineSet, old: MachineSet[]): void {
  const { replicas, available, present } = counted(context, current);
  const isComplete = [replicas, available, present].every((count) => count === spec.replicas);
  const isEmpty = (set: MachineSet): boolean => machinesOfSet(context, set).length === 0;
  if (spec.paused || !isComplete || !old.every(isEmpty)) return;
  for (const set of old) context.store.machineSets.delete(idOf(set));
}

/**
 * Cluster API's controller of MachineDeployments. The controller makes a MachineSet for each template, and rolls out a
 * new template one step at a time.
 */
export function machineDeployments(context: RancherContext, { syncSet, relabelled, again }: Hooks) {
  function setReplicas(set: MachineSet, replicas: number): void {
    if (set.spec.replicas === replicas) return;
    Object.assign(set, { spec: { ...set.spec, replicas }, resourceVersion: context.nextRevision() });
    set.generation += 1;
    again(set.cluster);
  }

  /** Labels, annotations and timeouts are changed on machines in place, without a rollout. */
  function propagate(deployment: MachineDeployment, set: MachineSet, revision: number): void {
    const { template: before } = set.spec;
    const template = templateOf(deployment, set);
    Object.assign(set, { annotations: setAnnotations(deployment, revision) });
    if (JSON.stringify(before) === JSON.stringify(template)) return;
    Object.assign(set, { spec: { ...set.spec, template }, resourceVersion: context.nextRevision() });
    for (const machine of machinesOfSet(context, set)) {
      remark(machine, set, before);
      relabelled(machine);
    }
  }

  /**
   * If a paused deployment has no MachineSet with its template, the controller of Cluster API 1.13 stops here and does
   * nothing else.
   */
  function currentOf(deployment: MachineDeployment, sets: MachineSet[]): MachineSet | undefined {
    const known = sets.find((set) => isOfTemplate(set, deployment));
    if (!known && deployment.spec.paused) return undefined;
    const current = known ?? makeSet(context, deployment, nextRevision(sets));
    for (const set of sets) propagate(deployment, set, set === current ? nextRevision(sets, set) : revisionOf(set));
    return current;
  }

  function sync(deployment: MachineDeployment): void {
    if (isPaused(deployment)) return;
    const sets = setsOf(context, deployment).filter(({ deletedAt }) => deletedAt === undefined);
    const current = currentOf(deployment, sets);
    if (!current) return;
    const old = sets.filter((set) => set !== current);
    outdate(context, current, undefined);
    for (const set of old) outdate(context, set, true);
    for (const set of [current, ...old]) syncSet(set);
    const next: Record<string, number> = plan(context, deployment, current, old);
    for (const set of [current, ...old]) setReplicas(set, next[set.name] ?? set.spec.replicas);
    cleanUp(context, deployment, current, old);
  }
  return { sync };
}

/** The decimal digits of the name's FNV-1a hash. */
function hashDigits(name: string): string {
  let sum = 2_166_136_261;
  for (const character of name) sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return String(sum);
}
