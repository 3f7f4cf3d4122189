import type { UpgradePlan } from '@paddock/client';
import { counted } from '../../ui/format.ts';

/** `nodes`: the number of the cluster's nodes. A cluster with pools has no records of nodes. */
export function rotationText(nodes: number): string {
  const machines = nodes === 0 ? 'all machines' : counted(nodes, 'node');
  return `Gives ${machines} new certificates, one after the other. Workloads keep running. The API server is unavailable for short times.`;
}

type Upgrade = Pick<UpgradePlan, 'from_version' | 'to_version'> & { nodes: readonly unknown[] };

/** The heading of an upgrade's plan. It ends with a colon only if a list of nodes follows. */
export const upgradeText = ({ from_version, to_version, nodes }: Upgrade): string =>
  `From ${from_version} to ${to_version}, on the same machines${nodes.length === 0 ? '.' : ':'}`;
