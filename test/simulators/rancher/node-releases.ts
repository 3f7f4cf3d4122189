import type { RancherNode } from './rancher-objects.ts';

/** The planner's names of what it sees to one after the other. */
export type Tier = 'etcd' | 'control plane' | 'worker';
const TIERS: readonly Tier[] = ['etcd', 'control plane', 'worker'];

/** The release a cluster was asked to run; Rancher falls back to its own default. */
export function wantedVersion(spec: Record<string, unknown> = {}): string {
  const asked = spec.kubernetesVersion;
  return typeof asked === 'string' && asked !== '' ? asked : 'v1.31.7+rke2r1';
}

export function tierOf({ roles }: RancherNode): Tier {
  if (roles.etcd) return 'etcd';
  return roles.controlPlane ? 'control plane' : 'worker';
}

/** Runs another release than its cluster was asked to. */
export const isBehind = ({ phase, kubeletVersion }: RancherNode, spec: Record<string, unknown> | undefined): boolean =>
  phase === 'active' && kubeletVersion !== wantedVersion(spec);

export const rollOrder = (nodes: readonly RancherNode[]): [Tier, RancherNode[]][] =>
  TIERS.map((tier) => [tier, nodes.filter((node) => tierOf(node) === tier)]);

/** What the API server tells: that of the control plane that is furthest behind, which a client may be answered by. */
export function serverVersion(nodes: readonly RancherNode[]): string | undefined {
  const told = nodes.filter(({ phase, roles }) => phase === 'active' && roles.controlPlane);
  return told.map(({ kubeletVersion }) => kubeletVersion).sort(new Intl.Collator('en', { numeric: true }).compare)[0];
}

/** The planner's words of the first tier that is not done; undefined when all are. */
export function rollMessage(
  nodes: readonly RancherNode[],
  spec: Record<string, unknown> | undefined,
): string | undefined {
  for (const [tier, members] of rollOrder(nodes)) {
    const pending = members.filter((node) => isBehind(node, spec) || node.rolling !== 'none');
    if (pending.length === 0) continue;
    const node = pending.find(({ rolling }) => rolling !== 'none') ?? pending[0];
    return `configuring ${tier} node(s) ${pending.map(({ machineName }) => machineName).join(',')}: ${doing(node)}`;
  }
  return undefined;
}

function doing(node: RancherNode | undefined): string {
  if (node?.drain === 'failed')
    return 'error draining node: cannot delete Pods declare no controller (use --force to override)';
  return node?.rolling === 'draining' ? 'draining node' : 'waiting for kubelet to update';
}
