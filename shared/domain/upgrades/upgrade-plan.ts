import type { ClusterUpgrade } from '../clusters/cluster-upgrade.ts';
import { rolesOf } from '../planning/node-spec.ts';
import type { RunningNode, UpgradeFacts } from './check-upgrade.ts';

export type UpgradePlan = {
  upgrade: ClusterUpgrade;
  /**
   * Nodes in the order in which Rancher upgrades them: members of etcd, other servers, agents. Within each of these
   * groups, Rancher chooses the order.
   */
  nodes: RunningNode[];
  warnings: string[];
};

function turnOf({ spec }: RunningNode): number {
  if (spec.role === 'agent') return 2;
  return rolesOf(spec).includes('etcd') ? 0 : 1;
}

const byName = new Intl.Collator('en', { numeric: true });
const inTurn = (a: RunningNode, b: RunningNode): number =>
  turnOf(a) - turnOf(b) || byName.compare(a.spec.name, b.spec.name);

function drainWarnings({ drain }: ClusterUpgrade, nodes: readonly RunningNode[]): string[] {
  if (!drain.enabled) return ['Workloads are not moved: they stop while their node is upgraded.'];
  return [
    ...(nodes.filter(({ spec }) => rolesOf(spec).includes('worker')).length < 2
      ? ['Only one node runs workloads: while it is drained, they cannot run elsewhere.']
      : []),
    ...(drain.force ? [] : ['A pod without a controller stops the upgrade at its node.']),
    ...(drain.deleteEmptyDirData
      ? ['Data in emptyDir volumes will be lost.']
      : ['A pod with an emptyDir volume stops the upgrade at its node.']),
  ];
}

/** Plans an upgrade that the checks have permitted. */
export function planUpgrade(upgrade: ClusterUpgrade, { nodes, offered }: UpgradeFacts): UpgradePlan {
  const servers = nodes.filter(({ spec }) => spec.role === 'server');
  const warnings = [
    ...(servers.length < 2 ? ["The cluster's API does not answer while its only server is upgraded."] : []),
    ...drainWarnings(upgrade, nodes),
    ...(offered.length === 0 ? ['Rancher does not list the versions that it can install.'] : []),
  ];
  return { upgrade, nodes: nodes.toSorted(inTurn), warnings };
}
