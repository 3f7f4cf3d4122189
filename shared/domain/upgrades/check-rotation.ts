import { Conflict } from '#shared/errors';
import { degradedProblem, type UpgradeFacts } from './check-upgrade.ts';

/** What has to be well before certificates are rotated, as Rancher shows it. */
export type RotationFacts = Pick<UpgradeFacts, 'cluster' | 'nodes' | 'missing'>;

/**
 * Throws Conflict, with the reason, while the cluster is degraded. Rancher restarts one node after the other, so a node
 * that is away would block the rotation, and a second server that is away would cost etcd its quorum. `isForced`: once
 * certificates have ended, nodes are not active because of that.
 */
export function assertRotatable(facts: RotationFacts, { isForced }: { isForced: boolean }): void {
  const problem = isForced ? undefined : degradedProblem(facts);
  if (problem !== undefined) throw new Conflict(problem);
}
