import { Conflict } from '#shared/errors';
import { degradedProblem, type UpgradeFacts } from './check-upgrade.ts';

/** The facts about a cluster that are checked before certificates are rotated. Rancher reports these facts. */
export type RotationFacts = Pick<UpgradeFacts, 'cluster' | 'nodes' | 'missing'>;

/**
 * Throws Conflict, with the reason, if the cluster is degraded. Rancher restarts one node after the other. An inactive
 * node would block the rotation, and a second inactive server would cost etcd its quorum. With `isForced`, nothing is
 * checked, because nodes with expired certificates cannot be active.
 */
export function assertRotatable(facts: RotationFacts, { isForced }: { isForced: boolean }): void {
  const problem = isForced ? undefined : degradedProblem(facts);
  if (problem !== undefined) throw new Conflict(problem);
}
