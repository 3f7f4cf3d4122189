import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import { machineKey, machinesOf } from '../_core/rancher-store.ts';
import type { ClusterNodes } from '../machines/cluster-nodes.ts';
import { isCounted, type RancherMachine } from '../machines/machine-objects.ts';
import { byTier, isBehind, type Tier, tierOf, wantedVersion } from '../machines/node-releases.ts';
import type { ClusterStatus } from './cluster-status.ts';

const drainOptions = z.object({ enabled: z.boolean().default(false), force: z.boolean().default(false) }).prefault({});
const planned = z.object({
  rkeConfig: z
    .object({
      upgradeStrategy: z
        .object({
          controlPlaneConcurrency: z.string().default(''),
          workerConcurrency: z.string().default(''),
          controlPlaneDrainOptions: drainOptions,
          workerDrainOptions: drainOptions,
        })
        .prefault({}),
    })
    .prefault({}),
});
type Strategy = z.infer<typeof planned>['rkeConfig']['upgradeStrategy'];

/**
 * The number of nodes that are upgraded at once, from a number or a percentage. An empty text means one, and 0 means
 * all.
 */
function atOnce(concurrency: string, count: number): number {
  if (concurrency === '') return 1;
  const share = /^(?<percent>\d+)%$/.exec(concurrency)?.groups?.percent;
  const limit = share === undefined ? Number(concurrency) : Math.ceil((count * Number(share)) / 100);
  return limit === 0 ? count : limit;
}

/** Members of etcd are upgraded one by one, whatever the strategy says. */
function limitOf(tier: Tier, strategy: Strategy, count: number): number {
  if (tier === 'bootstrap' || tier === 'etcd') return 1;
  return atOnce(tier === 'worker' ? strategy.workerConcurrency : strategy.controlPlaneConcurrency, count);
}

/** The machines of one tier that are restarted now, and whether later tiers have to wait. */
function dueIn(
  tier: Tier,
  machines: RancherMachine[],
  { spec, strategy }: { spec: Record<string, unknown> | undefined; strategy: Strategy },
) {
  const behind = machines.filter((machine) => isBehind(machine, spec));
  const rolling = machines.filter((machine) => machine.rolling !== 'none').length;
  const room = limitOf(tier, strategy, machines.length) - rolling;
  const next = behind.filter((machine) => machine.rolling === 'none').slice(0, Math.max(0, room));
  // The planner repeats a failed drain again and again, each time with the drain options that are set then.
  const stuck = machines.filter((machine) => machine.rolling === 'drainFailed');
  return { due: [...stuck, ...next], isBusy: behind.length > 0 || rolling > 0 };
}

/** The share of a node's upgrade time in which its agent applies the plan. RKE2 restarts in the rest of the time. */
const APPLYING = 0.2;

/**
 * What Rancher's planner does when the release of a running cluster is changed. It upgrades the existing machines in
 * place, tier by tier. Each node is drained if its tier's options ask for it. Then RKE2 restarts in the new release,
 * and the node takes workloads again.
 */
export function clusterUpgrade({ store, clock, delays }: RancherContext, nodes: ClusterNodes, status: ClusterStatus) {
  const specOf = (clusterId: string) =>
    store.provisioning.get(store.clusters.get(clusterId)?.provisioningKey ?? '')?.spec;
  const isThere = (machine: RancherMachine): boolean =>
    store.machines.get(machineKey(machine)) === machine && machine.deletedAt === undefined;

  function restart(machine: RancherMachine): void {
    machine.rolling = 'applying';
    clock.after(delays.nodeUpgrade * APPLYING, () => {
      machine.rolling = 'restarting';
    });
    clock.after(delays.nodeUpgrade, () => {
      if (isThere(machine)) {
        Object.assign(machine, { kubeletVersion: wantedVersion(specOf(machine.clusterId)), rolling: 'none' });
        nodes.upgraded(machine);
        const node = nodes.nodeOf(machine);
        if (node) Object.assign(node, { drain: 'none' });
        if (node) nodes.setUnschedulable(node, false);
      }
      advance(machine.clusterId);
    });
  }

  function drain(machine: RancherMachine, { force }: { force: boolean }): void {
    const node = nodes.nodeOf(machine);
    machine.rolling = 'draining';
    if (node) node.drain = 'draining';
    if (node) nodes.setUnschedulable(node, true);
    clock.after(delays.drain, () => {
      // Each simulated node has a pod that has no controller. Such a pod makes a drain without force fail.
      if (node) node.drain = force ? 'drained' : 'failed';
      if (!isThere(machine)) advance(machine.clusterId);
      else if (force) restart(machine);
      else machine.rolling = 'drainFailed';
    });
  }

  function begin(machine: RancherMachine, strategy: Strategy): void {
    const options = tierOf(machine) === 'worker' ? strategy.workerDrainOptions : strategy.controlPlaneDrainOptions;
    if (options.enabled) drain(machine, options);
    else restart(machine);
  }

  function advance(clusterId: string): void {
    plan(clusterId);
    status.sync(clusterId);
  }

  function plan(clusterId: string): void {
    const spec = specOf(clusterId);
    const strategy = planned.parse(spec ?? {}).rkeConfig.upgradeStrategy;
    for (const [tier, machines] of byTier(machinesOf(store, clusterId).filter(isCounted))) {
      const { due, isBusy } = dueIn(tier, machines, { spec, strategy });
      for (const machine of due) begin(machine, strategy);
      if (isBusy) return;
    }
  }

  return { advance };
}
