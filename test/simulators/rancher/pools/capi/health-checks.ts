import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import { machinesOf } from '#test/simulators/rancher/_core/rancher-store';
import { hasReached, type RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import { nodeFacts } from '#test/simulators/rancher/machines/node-facts';
import { HEALTH_CHECK } from '../pool-kinds.ts';
import type { PoolObject } from '../pool-objects.ts';
import { type Examined, healthCheck, isRemediationAllowed, unhealthyAt } from './machine-health.ts';

interface Hooks {
  /** A machine is to be replaced: its set deletes it, and makes another. */
  remediate(machine: RancherMachine): void;
  /** Something is to be looked at again. */
  again(cluster: string): void;
}

function examine({ contents }: RancherContext, machine: RancherMachine, since: number): Examined {
  const object = contents.find(machine.clusterId, 'node', machine.hostname);
  const ready = nodeFacts(object).conditions.find(({ type }) => type === 'Ready');
  return {
    ...{ annotations: machine.annotations, since, hasNode: hasReached(machine, 'nodeFound') },
    ready: object && ready && { status: String(ready.status), since: Date.parse(ready.lastTransitionTime ?? '') },
  };
}

/** Cluster API's controller of MachineHealthChecks. */
export function healthChecks(context: RancherContext, { remediate, again }: Hooks) {
  const { store, clock, delays } = context;
  /** Since when each machine could have had a node, by its uid. */
  const seen = new Map<string, number>();

  function examined(machine: RancherMachine): Examined {
    const since = seen.get(machine.uid) ?? clock.now();
    seen.set(machine.uid, since);
    return examine(context, machine, since);
  }

  function lookAt(object: PoolObject, machines: RancherMachine[]): void {
    const check = healthCheck.parse(object.spec);
    const now = clock.now();
    const known = machines.map((machine) => ({
      machine,
      at: unhealthyAt(check, examined(machine), 1000 * delays.pace),
    }));
    const unhealthy = known.filter(({ at }) => at !== undefined && at <= now);
    const isAllowed = isRemediationAllowed(check, unhealthy.length, machines.length);
    const [expectedMachines, currentHealthy] = [machines.length, machines.length - unhealthy.length];
    object.status = { expectedMachines, currentHealthy, remediationsAllowed: isAllowed ? unhealthy.length : 0 };
    for (const { machine, at } of known) {
      machine.health = at !== undefined && at <= now ? 'unhealthy' : 'healthy';
      if (machine.health === 'unhealthy' && isAllowed) remediate(machine);
    }
    const next = Math.min(...known.flatMap(({ at }) => (at !== undefined && at > now ? [at] : [])));
    if (next < Number.POSITIVE_INFINITY) lookLater(object.cluster, next);
  }

  const planned = new Map<string, number>();
  function lookLater(cluster: string, at: number): void {
    if ((planned.get(cluster) ?? Number.POSITIVE_INFINITY) <= at) return;
    planned.set(cluster, at);
    // The clock multiplies by the pace, which the time is already in.
    clock.after((at - clock.now()) / Math.max(delays.pace, 1e-6), () => {
      if (planned.get(cluster) === at) planned.delete(cluster);
      again(cluster);
    });
  }

  return {
    /** Nothing is judged before the control plane has come up. */
    look(cluster: string): void {
      const management = store.clusters.get(store.provisioning.get(cluster)?.managementId ?? '');
      if (management?.active !== true) return;
      const machines = machinesOf(store, management.id).filter(({ deletedAt }) => deletedAt === undefined);
      for (const object of store.poolObjects.values()) {
        const ofPool = machines.filter(({ pool }) => pool?.deployment === object.name);
        if (object.kind === HEALTH_CHECK && object.cluster === cluster) lookAt(object, ofPool);
      }
    },
    forget: ({ uid }: RancherMachine): void => void seen.delete(uid),
    stop(): void {
      seen.clear();
      planned.clear();
    },
  };
}
