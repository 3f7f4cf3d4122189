import type { RancherContext } from '../_core/rancher-context.ts';
import { machineKey } from '../_core/rancher-store.ts';
import type { ClusterNodes } from './cluster-nodes.ts';
import { isDrained, isEtcdMember, isHeld, isNodeDeleted, isOfPaused, isPaused } from './machine-holds.ts';
import type { HookStep } from './machine-hooks.ts';
import { type DeletionStep, planSecretOf, type RancherMachine } from './machine-objects.ts';

/** When each step begins, as a share of the whole deletion. */
const BEGINS_AT = { draining: 0.1, preTerminateHook: 0.17, infrastructure: 0.39, bootstrap: 0.75 };

/**
 * Deletes the infrastructure of a machine. A machine that registered by itself has no infrastructure to delete, so
 * `begin` calls `done` at once.
 */
interface Infrastructure {
  begin(machine: RancherMachine, done: () => void): void;
  /** Called when the machine itself is gone. */
  gone(machine: RancherMachine): void;
}

interface Parts {
  nodes: ClusterNodes;
  infrastructure: Infrastructure;
}

interface Leaving {
  machine: RancherMachine;
  reach(step: DeletionStep): void;
  gone(): void;
}

function drain(nodes: ClusterNodes, machine: RancherMachine): void {
  const node = nodes.nodeOf(machine);
  if (node) nodes.setUnschedulable(node, true);
}

function deletionSteps({ store, clock, delays }: RancherContext, { nodes, infrastructure }: Parts) {
  /** The functions that continue the deletions that are held up. The keys of the map are the keys of the machines. */
  const held = new Map<string, () => void>();
  const later = ({ machine }: Pick<Leaving, 'machine'>, share: number, work: () => void): void =>
    clock.after(share * delays.machineDelete, () => unpaused(machine, work));

  /** Cluster API does nothing to a paused machine, or to a machine of a paused cluster. */
  function unpaused(machine: RancherMachine, work: () => void): void {
    if (isPaused(machine)) held.set(machineKey(machine), () => unpaused(machine, work));
    else if (isOfPaused(store, machine)) clock.after(delays.operationPhase, () => unpaused(machine, work));
    else work();
  }

  function pass(leaving: Leaving, step: HookStep, next: () => void): void {
    const { machine, reach } = leaving;
    if (!isHeld(store, machine, step)) {
      next();
      return;
    }
    if (machine.deletionStep !== step) reach(step);
    held.set(machineKey(machine), () => pass(leaving, step, next));
  }

  function goOn(machine: RancherMachine): void {
    const next = held.get(machineKey(machine));
    if (held.delete(machineKey(machine))) next?.();
  }

  function end(leaving: Leaving): void {
    const { machine, reach, gone } = leaving;
    reach('infrastructure');
    infrastructure.begin(machine, () => {
      later(leaving, BEGINS_AT.bootstrap - BEGINS_AT.infrastructure, () => {
        reach('bootstrap');
        later(leaving, 1 - BEGINS_AT.bootstrap, gone);
      });
    });
  }

  function leaveEtcd(leaving: Leaving): void {
    if (isEtcdMember(store, leaving.machine)) leaving.reach('preTerminateHook');
    const share = BEGINS_AT.infrastructure - BEGINS_AT.preTerminateHook;
    later(leaving, share, () => pass(leaving, 'preTerminateHook', () => end(leaving)));
  }

  function empty(leaving: Leaving): void {
    if (isDrained(store, leaving.machine)) {
      drain(nodes, leaving.machine);
      leaving.reach('draining');
    }
    later(leaving, BEGINS_AT.preTerminateHook - BEGINS_AT.draining, () => leaveEtcd(leaving));
  }

  const begin = (leaving: Leaving): void =>
    later(leaving, BEGINS_AT.draining, () => pass(leaving, 'preDrainHook', () => empty(leaving)));
  return { begin, goOn };
}

/** Deletes a machine, one finalizer after the other. */
export function machineRemoval(context: RancherContext, parts: Parts) {
  const { store, clock } = context;
  const { nodes, infrastructure } = parts;
  const steps = deletionSteps(context, parts);
  return {
    /** `changed` is called whenever the planner has to check the cluster again. */
    begin(machine: RancherMachine, changed: () => void): void {
      if (machine.deletedAt !== undefined) return;
      machine.deletedAt = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
      machine.resourceVersion += 1;
      const takesNode = isNodeDeleted(store, machine);
      steps.begin({
        machine,
        reach(step) {
          Object.assign(machine, { deletionStep: step, resourceVersion: machine.resourceVersion + 1 });
          changed();
        },
        gone() {
          store.machines.delete(machineKey(machine));
          store.secrets.delete(`${machine.namespace}/${planSecretOf(machine)}`);
          infrastructure.gone(machine);
          if (takesNode) nodes.removed(machine);
          changed();
        },
      });
    },
    /** Called when somebody has changed the annotations that hold up a machine's deletion. */
    looked: steps.goOn,
  };
}
