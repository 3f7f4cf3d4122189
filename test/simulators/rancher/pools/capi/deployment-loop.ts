import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import type { RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import { idOf, type MachineDeployment, timeText } from '../pool-objects.ts';
import { healthChecks } from './health-checks.ts';
import { machineDeployments, setsOf } from './machine-deployments.ts';
import { machineSets, machinesOfSet } from './machine-sets.ts';

interface Hooks {
  made(machine: RancherMachine): void;
  remove(machine: RancherMachine): void;
  relabelled(machine: RancherMachine): void;
}

/** Sets go with their deployment, and machines with their set. */
function takeAway(context: RancherContext, deployment: MachineDeployment, remove: Hooks['remove']): void {
  for (const set of setsOf(context, deployment)) {
    const machines = machinesOfSet(context, set);
    for (const machine of machines) if (machine.deletedAt === undefined) remove(machine);
    if (machines.length === 0) context.store.machineSets.delete(idOf(set));
  }
  if (setsOf(context, deployment).length === 0) context.store.machineDeployments.delete(idOf(deployment));
}

/** Cluster API's loop over the deployments of each cluster. */
export function deploymentLoop(context: RancherContext, { made, remove, relabelled }: Hooks) {
  const { store, clock, delays } = context;
  const sets = machineSets(context, { made, removed: remove });
  const deployments = machineDeployments(context, { syncSet: sets.sync, relabelled });
  const checks = healthChecks(context, { remediate: remove, again: (key) => syncSoon(key) });
  /** Clusters that are looked at soon. */
  const waiting = new Set<string>();
  /** Clusters that are deleted, and what is to be done when no machine of theirs is left. */
  const emptying = new Map<string, () => void>();
  const deploymentsOf = (key: string): MachineDeployment[] =>
    [...store.machineDeployments.values()].filter(({ cluster }) => cluster === key);

  function sync(key: string): void {
    for (const deployment of deploymentsOf(key)) {
      if (deployment.deletedAt === undefined) deployments.sync(deployment);
      else takeAway(context, deployment, remove);
    }
    checks.look(key);
    const done = emptying.get(key);
    if (!done || deploymentsOf(key).length > 0) return;
    emptying.delete(key);
    done();
  }

  /** A moment after anything has changed. */
  function syncSoon(key: string): void {
    if (waiting.has(key) || deploymentsOf(key).length === 0) return;
    waiting.add(key);
    clock.after(delays.capiSync, () => {
      waiting.delete(key);
      sync(key);
    });
  }

  context.contents.listeners.add((clusterId, { resource }) => {
    if (resource.kind === 'Node' && resource.group === '')
      syncSoon(store.clusters.get(clusterId)?.provisioningKey ?? '');
  });

  return {
    syncSoon,
    forget: checks.forget,
    /** Deletes all deployments of a cluster; calls `done` once nothing of them is left, at once where there are none. */
    empty(key: string, done: () => void): void {
      for (const deployment of deploymentsOf(key)) deployment.deletedAt ??= timeText(clock.now());
      emptying.set(key, done);
      if (deploymentsOf(key).length > 0) syncSoon(key);
      else sync(key);
    },
    stop(): void {
      waiting.clear();
      emptying.clear();
      checks.stop();
    },
  };
}
