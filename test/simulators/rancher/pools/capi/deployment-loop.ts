import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import type { RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import { idOf, type MachineDeployment, type MachineSet, timeText } from '../pool-objects.ts';
import { isOfPaused } from './deployment-view.ts';
import { healthChecks } from './health-checks.ts';
import { machineDeployments, setsOf } from './machine-deployments.ts';
import { machineSets, machinesOfSet } from './machine-sets.ts';

interface Hooks {
  made(machine: RancherMachine): void;
  remove(machine: RancherMachine): void;
  relabelled(machine: RancherMachine): void;
  gone(cluster: string): void;
}

function takeSetAway(context: RancherContext, set: MachineSet, remove: Hooks['remove']): void {
  const machines = machinesOfSet(context, set);
  for (const machine of machines) if (machine.deletedAt === undefined) remove(machine);
  if (machines.length === 0) context.store.machineSets.delete(idOf(set));
}

function takeAway(context: RancherContext, deployment: MachineDeployment, { remove, gone }: Hooks): void {
  for (const set of setsOf(context, deployment)) takeSetAway(context, set, remove);
  if (setsOf(context, deployment).length > 0) return;
  context.store.machineDeployments.delete(idOf(deployment));
  gone(deployment.cluster);
}

function lookAt(
  context: RancherContext,
  deployment: MachineDeployment,
  hooks: Hooks,
  sync: (deployment: MachineDeployment) => void,
): void {
  const leaving = setsOf(context, deployment).filter(({ deletedAt }) => deletedAt !== undefined);
  for (const set of leaving) takeSetAway(context, set, hooks.remove);
  if (deployment.deletedAt === undefined) sync(deployment);
  else takeAway(context, deployment, hooks);
}

const deploymentsIn = ({ store }: RancherContext, key: string): MachineDeployment[] =>
  [...store.machineDeployments.values()].filter(({ cluster }) => cluster === key);

export function deploymentLoop(context: RancherContext, hooks: Hooks) {
  const { made, remove, relabelled } = hooks;
  const { store, clock, delays } = context;
  const again = (key: string): void => syncSoon(key);
  const sets = machineSets(context, { made, removed: remove });
  const deployments = machineDeployments(context, { syncSet: sets.sync, relabelled, again });
  const checks = healthChecks(context, { remediate: remove, again });
  const waiting = new Set<string>();
  /** Deleted clusters, with the work to do once none of their machines is left. */
  const emptying = new Map<string, () => void>();
  const deploymentsOf = (key: string): MachineDeployment[] => deploymentsIn(context, key);

  function sync(key: string): void {
    if (isOfPaused(context, { cluster: key })) {
      syncSoon(key, delays.operationPhase);
      return;
    }
    for (const deployment of deploymentsOf(key)) lookAt(context, deployment, hooks, deployments.sync);
    checks.look(key);
    const done = emptying.get(key);
    if (!done || deploymentsOf(key).length > 0) return;
    emptying.delete(key);
    done();
  }

  function syncSoon(key: string, delay = delays.capiSync): void {
    if (waiting.has(key) || deploymentsOf(key).length === 0) return;
    waiting.add(key);
    clock.after(delay, () => {
      waiting.delete(key);
      sync(key);
    });
  }

  context.contents.listeners.add((clusterId, { resource }) => {
    if (resource.kind === 'Node' && resource.group === '')
      syncSoon(store.clusters.get(clusterId)?.provisioningKey ?? '');
  });

  return {
    syncSoon: again,
    forget: checks.forget,
    /**
     * Deletes all deployments of a cluster, and calls `done` once none is left. Without deployments, calls it at once.
     */
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
