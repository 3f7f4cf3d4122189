import type { Verdict } from '../nodes/bootstrap-verdict.ts';

type Rolling = { name: string; runtimeState: string; version: string };
type Shown = { state: string; message: string; kubernetesVersion: string };

const isDone =
  (to: string) =>
  (node: Rolling): boolean =>
    node.version === to && node.runtimeState === 'active';

export const upgradedNodes = (nodes: readonly Rolling[], to: string): number => nodes.filter(isDone(to)).length;

/** A text for users about the progress of the upgrade: `3 of 6 nodes run v1.32.1+rke2r1`. */
export const upgradeText = (nodes: readonly Rolling[], to: string): string =>
  `${upgradedNodes(nodes, to)} of ${nodes.length} nodes run ${to}`;

/** Maximum number of nodes that the message names. Further nodes are only counted. */
const IN_FULL = 10;

function wordsOf({ name, runtimeState, version }: Rolling): string {
  return `${name} runs ${version || 'an unknown version'} and is ${runtimeState || 'not in Rancher'}`;
}

function overdueText(nodes: readonly Rolling[], to: string, cluster: Shown, deadlineMs: number): string {
  const pending = nodes.filter((node) => !isDone(to)(node));
  const others = pending.length - IN_FULL;
  const listed = [...pending.slice(0, IN_FULL).map(wordsOf), ...(others > 0 ? [`and ${others} more`] : [])];
  const said = cluster.message === '' ? cluster.state : `${cluster.state}: ${cluster.message}`;
  const progress = `${upgradeText(nodes, to)} after ${Math.round(deadlineMs / 1000)} s`;
  return `${[progress, ...listed].join('; ')}. Rancher says of the cluster: ${said}. Lost nodes can be deleted. Repeat the upgrade to continue.`;
}

/**
 * The result of one check of an upgrade. The upgrade is done when the cluster and all nodes are active and run the new
 * release. If the deadline passes first, the upgrade has failed, and the message names the nodes that do not run the
 * new release. If a node cannot be drained, the error is `DrainFailed`, because users must remove the cause.
 */
export function upgradeVerdict(
  nodes: readonly Rolling[],
  cluster: Shown,
  { to, waitedMs, deadlineMs }: { to: string; waitedMs: number; deadlineMs: number },
): Verdict {
  const isReady = cluster.state === 'active' && cluster.kubernetesVersion === to && nodes.every(isDone(to));
  if (isReady) return { kind: 'ready' };
  if (waitedMs < deadlineMs) return { kind: 'waiting' };
  const error = /drain/i.test(cluster.message) ? 'DrainFailed' : 'UpgradeTimeout';
  return { kind: 'failed', error, message: overdueText(nodes, to, cluster, deadlineMs) };
}
