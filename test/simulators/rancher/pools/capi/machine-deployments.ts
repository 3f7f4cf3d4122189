import { randomName } from '#test/simulators/_kit/random-name';
import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
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
import { ownMarks, setLabels } from './pool-machine.ts';
import { type CountedSet, nextReplicas } from './rollout-plan.ts';

const REVISION = 'machinedeployment.clusters.x-k8s.io/revision';

/** The sets of a deployment, oldest first. */
export const setsOf = ({ store }: Pick<RancherContext, 'store'>, deployment: MachineDeployment): MachineSet[] =>
  [...store.machineSets.values()].filter(
    (set) => set.cluster === deployment.cluster && set.deployment === deployment.name,
  );

/** Only another template of machines is another set; names are looked at, since a template never changes. */
const isOfTemplate = (set: MachineSet, { spec }: MachineDeployment): boolean => {
  const [one, other] = [set.spec.template.spec, spec.template.spec];
  return (
    one.infrastructureRef.name === other.infrastructureRef.name &&
    one.bootstrap.configRef.name === other.bootstrap.configRef.name
  );
};

interface Hooks {
  syncSet(set: MachineSet): void;
  /** The labels of a machine, which its Node has, are others now. */
  relabelled(machine: RancherMachine): void;
}

/** Another set of machines for a deployment, empty as yet. */
function makeSet(context: RancherContext, deployment: MachineDeployment, revision: number): MachineSet {
  const suffix = randomName(5);
  const hash = `${hashDigits(deployment.spec.template.spec.infrastructureRef.name)}-${suffix}`;
  const { clusterName, template, deletion, selector } = deployment.spec;
  const set: MachineSet = {
    ...newHead(context, { namespace: deployment.namespace, name: `${deployment.name}-${suffix}` }),
    ...{ cluster: deployment.cluster, deployment: deployment.name },
    labels: { ...template.metadata.labels, 'machine-template-hash': hash },
    annotations: { ...deployment.annotations, [REVISION]: String(revision) },
    ownerReferences: [controlledBy(MACHINE_DEPLOYMENT, deployment)],
    finalizers: ['cluster.x-k8s.io/machineset'],
    spec: {
      ...{ clusterName, template, deletion, replicas: 0 },
      selector: { matchLabels: { ...selector.matchLabels, 'machine-template-hash': hash } },
    },
  };
  context.store.machineSets.set(idOf(set), set);
  return set;
}

/** Marks of a machine after those of its template have changed; what somebody else has noted on it stays. */
function remark(machine: RancherMachine, set: MachineSet, before: MachineShape): void {
  const { metadata } = set.spec.template;
  const own = Object.entries(machine.annotations).filter(([key]) => !(key in before.metadata.annotations));
  const annotations = { ...Object.fromEntries(own), ...metadata.annotations };
  Object.assign(machine, {
    ...{ labels: { ...metadata.labels, ...setLabels(set) }, annotations },
    ...{ ...ownMarks(annotations), resourceVersion: machine.resourceVersion + 1 },
  });
}

/** Cluster API's controller of MachineDeployments: a set for each template, rolled one step at a time. */
export function machineDeployments(context: RancherContext, { syncSet, relabelled }: Hooks) {
  const counted = (set: MachineSet): CountedSet => {
    const machines = machinesOfSet(context, set);
    return { name: set.name, replicas: set.spec.replicas, available: machines.filter(isAvailable).length };
  };

  function setReplicas(set: MachineSet, replicas: number): void {
    if (set.spec.replicas === replicas) return;
    Object.assign(set, { spec: { ...set.spec, replicas }, resourceVersion: context.nextRevision() });
    set.generation += 1;
  }

  /** Labels, annotations and timeouts reach machines as they are; nothing is rolled for them. */
  function propagate({ spec: { template } }: MachineDeployment, set: MachineSet): void {
    const { template: before } = set.spec;
    if (JSON.stringify(before) === JSON.stringify(template)) return;
    Object.assign(set, { spec: { ...set.spec, template }, resourceVersion: context.nextRevision() });
    for (const machine of machinesOfSet(context, set)) {
      remark(machine, set, before);
      relabelled(machine);
    }
  }

  /** One that is paused is scaled, but not rolled: its machines are then of the template before. */
  function currentOf(deployment: MachineDeployment, sets: MachineSet[]): MachineSet | undefined {
    const known = sets.find((set) => isOfTemplate(set, deployment));
    if (known) propagate(deployment, known);
    if (known) return known;
    return deployment.spec.paused ? sets.at(-1) : makeSet(context, deployment, sets.length + 1);
  }

  function plan({ spec }: MachineDeployment, current: MachineSet, old: MachineSet[]): Record<string, number> {
    const { replicas: wanted, paused, rollout } = spec;
    if (!paused) {
      const strategy = rollout.strategy.rollingUpdate;
      return nextReplicas({ wanted, strategy, current: counted(current), old: old.map(counted) });
    }
    const others = old.reduce((sum, set) => sum + set.spec.replicas, 0);
    return { [current.name]: Math.max(0, wanted - others) };
  }

  function sync(deployment: MachineDeployment): void {
    const sets = setsOf(context, deployment);
    const current = currentOf(deployment, sets);
    if (!current) return;
    const old = sets.filter((set) => set !== current);
    const next = plan(deployment, current, old);
    for (const set of [current, ...old]) {
      setReplicas(set, next[set.name] ?? set.spec.replicas);
      syncSet(set);
    }
  }
  return { sync };
}

/** Digits that differ where names do. */
function hashDigits(name: string): string {
  let sum = 2_166_136_261;
  for (const character of name) sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return String(sum);
}
