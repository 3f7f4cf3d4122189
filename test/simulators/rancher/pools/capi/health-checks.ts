import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import { machinesOf } from '#test/simulators/rancher/_core/rancher-store';
import { hasReached, type RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import { nodeFacts } from '#test/simulators/rancher/machines/node-facts';
import { HEALTH_CHECK } from '../pool-kinds.ts';
import type { PoolObject } from '../pool-objects.ts';
import {
  type Examined,
  type HealthCheck,
  healthCheck,
  isSkipped,
  remediationCondition,
  remediationsLeft,
  unhealthyAt,
  type Verdict,
} from './machine-health.ts';

const NOT_PAUSED = { type: 'Paused', status: 'False', reason: 'NotPaused', message: '' };

interface Hooks {
  /** Replaces a machine: the MachineSet deletes the machine, and makes another. */
  remediate(machine: RancherMachine): void;
  /** Makes the controllers check a cluster again. */
  again(cluster: string): void;
}

function examine({ contents }: RancherContext, machine: RancherMachine, since: number): Examined {
  const object = contents.find(machine.clusterId, 'node', machine.hostname);
  const ready = nodeFacts(object).conditions.find(({ type }) => type === 'Ready');
  return {
    ...{ annotations: machine.annotations, node: machine.hostname, since, hasNode: hasReached(machine, 'nodeFound') },
    ready: object && {
      ...{ status: String(ready?.status ?? 'True'), reason: String(ready?.reason ?? '') },
      since: Date.parse(ready?.lastTransitionTime ?? '') || since,
    },
  };
}

interface Judged {
  machine: RancherMachine;
  verdict: Verdict | undefined;
}

/** Writes the findings of a check into the check and its machines. Returns the machines that must be replaced. */
function judge(object: PoolObject, check: HealthCheck, known: readonly Judged[], now: number): RancherMachine[] {
  const broken = known.filter(({ verdict }) => verdict !== undefined && verdict.at <= now);
  const [all, unhealthy] = [known.length, broken.length];
  const left = remediationsLeft(check, unhealthy, all);
  object.status = {
    ...{ expectedMachines: all, currentHealthy: all - unhealthy, remediationsAllowed: Math.max(0, left) },
    targets: known.map(({ machine }) => machine.name).sort(),
    conditions: [NOT_PAUSED, remediationCondition(check, unhealthy, all, left >= 0)],
  };
  for (const one of known) one.machine.health = broken.includes(one) && one.verdict ? { why: one.verdict.why } : {};
  return left >= 0 ? broken.map(({ machine }) => machine) : [];
}

export function healthChecks(context: RancherContext, { remediate, again }: Hooks) {
  const { store, clock, delays } = context;
  /**
   * The time in milliseconds at which a health check first saw each machine, by the machine's uid. The startup timeout
   * of the machine's Node counts from this time.
   */
  const seen = new Map<string, number>();

  function examined(machine: RancherMachine): Examined {
    const since = seen.get(machine.uid) ?? clock.now();
    seen.set(machine.uid, since);
    return examine(context, machine, since);
  }

  function lookAt(object: PoolObject, ofPool: RancherMachine[]): void {
    const check = healthCheck.parse(object.spec);
    const now = clock.now();
    const known = ofPool
      .filter(({ annotations }) => !isSkipped(annotations))
      .map((machine) => ({ machine, verdict: unhealthyAt(check, examined(machine), 1000 * delays.pace) }));
    // A MachineSet of an old template replaces no machine, since the rollout removes its machines anyway.
    const broken = judge(object, check, known, now);
    for (const machine of broken) if (!machine.pool?.isOutdated) remediate(machine);
    const next = Math.min(...known.flatMap(({ verdict }) => (verdict && verdict.at > now ? [verdict.at] : [])));
    if (next < Number.POSITIVE_INFINITY) lookLater(object.cluster, next);
  }

  const planned = new Map<string, number>();
  function lookLater(cluster: string, at: number): void {
    if ((planned.get(cluster) ?? Number.POSITIVE_INFINITY) <= at) return;
    planned.set(cluster, at);
    // The time until `at` already includes the pace. The clock multiplies by the pace again, so the pace is divided out
    // here.
    clock.after((at - clock.now()) / Math.max(delays.pace, 1e-6), () => {
      if (planned.get(cluster) === at) planned.delete(cluster);
      again(cluster);
    });
  }

  return {
    /** Checks the machines of a cluster. Does nothing before the control plane has come up. */
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
