import { z } from 'zod';
import { isBehind, rollOrder, type Tier, tierOf, wantedVersion } from './node-releases.ts';
import type { RancherContext } from './rancher-context.ts';
import type { RancherNode } from './rancher-objects.ts';
import { nodesOf } from './rancher-store.ts';

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

/** So many at once: a number, a share, one where nothing is said; 0 is all. */
function atOnce(concurrency: string, count: number): number {
  if (concurrency === '') return 1;
  const share = /^(?<percent>\d+)%$/.exec(concurrency)?.groups?.percent;
  const limit = share === undefined ? Number(concurrency) : Math.ceil((count * Number(share)) / 100);
  return limit === 0 ? count : limit;
}

/** Members of etcd go one by one, whatever the strategy says. */
function limitOf(tier: Tier, strategy: Strategy, count: number): number {
  if (tier === 'etcd') return 1;
  return atOnce(tier === 'worker' ? strategy.workerConcurrency : strategy.controlPlaneConcurrency, count);
}

/**
 * What Rancher's planner does when the release of a running cluster is changed: on the same machines, tier by tier, each node
 * drained where its tier's options ask for it, then RKE2 restarted in the new release, then taking workloads again.
 */
export function clusterUpgrade({ store, clock, delays }: RancherContext) {
  const specOf = (clusterId: string) =>
    store.provisioning.get(store.clusters.get(clusterId)?.provisioningKey ?? '')?.spec;
  const isThere = (node: RancherNode) => store.nodes.get(node.id) === node;

  function restart(node: RancherNode): void {
    node.rolling = 'restarting';
    clock.after(delays.nodeUpgrade, () => {
      const kubeletVersion = wantedVersion(specOf(node.clusterId));
      Object.assign(node, { kubeletVersion, rolling: 'none', drain: 'none', unschedulable: false });
      advance(node.clusterId);
    });
  }

  function drain(node: RancherNode, { force }: { force: boolean }): void {
    Object.assign(node, { rolling: 'draining', unschedulable: true, drain: 'draining' });
    clock.after(delays.drain, () => {
      if (!isThere(node)) advance(node.clusterId);
      // Pods that nothing would make again elsewhere go by force only: without it the planner waits for somebody to see to them.
      else if (!force) node.drain = 'failed';
      else restart(Object.assign(node, { drain: 'drained' }));
    });
  }

  function begin(node: RancherNode, strategy: Strategy): void {
    const options = tierOf(node) === 'worker' ? strategy.workerDrainOptions : strategy.controlPlaneDrainOptions;
    if (options.enabled) drain(node, options);
    else restart(node);
  }

  function advance(clusterId: string): void {
    const spec = specOf(clusterId);
    const strategy = planned.parse(spec ?? {}).rkeConfig.upgradeStrategy;
    for (const [tier, nodes] of rollOrder(nodesOf(store, clusterId))) {
      const behind = nodes.filter((node) => isBehind(node, spec));
      const rolling = nodes.filter(({ rolling: step }) => step !== 'none').length;
      const room = limitOf(tier, strategy, nodes.length) - rolling;
      const next = behind.filter(({ rolling: step }) => step === 'none').slice(0, Math.max(0, room));
      // The planner tries a drain that has failed again and again, with the options that it finds.
      const stuck = nodes.filter(({ rolling: step, drain: how }) => step === 'draining' && how === 'failed');
      for (const node of [...stuck, ...next]) begin(node, strategy);
      if (behind.length > 0 || rolling > 0) return;
    }
  }

  return { advance };
}
