import type { Cluster } from './cluster.ts';
import type { MissingNode } from './drift.ts';
import type { Node } from './node.ts';
import type { NodeSpec } from './node-spec.ts';
import { isErredByWatch } from './watched-node.ts';

type Gaps = Pick<Cluster, 'drift' | 'missingNodes'>;

/** Each holds what it takes to make the node again, and a record has an end. */
const MOST_MISSING = 100;

/** What a machine is made by is known of those that were made here. */
const canBeMade = ({ flavorId, imageId }: NodeSpec): boolean => flavorId !== '' && imageId !== '';

/**
 * Whether another is wanted in the place of a node whose server vanished: not of one that somebody wanted to be gone, or that has never
 * come to work, and of which what is left could not be cleaned away.
 */
export const isMissed = (node: Pick<Node, 'state' | 'lastError' | 'leavesGap'>): boolean =>
  node.state === 'OK' || isErredByWatch(node) || node.leavesGap === true;

/** Fields of the cluster once the node is gone: what differed of it is over, and where it is missed, the gap that it leaves is shown. */
export function gapsAfter(
  { drift, missingNodes }: Gaps,
  { uuid, spec, instanceId, leavesGap }: Node,
  at: string,
): Gaps {
  const others = drift.filter(({ nodeUuid }) => nodeUuid !== uuid);
  if (!leavesGap || !canBeMade(spec) || missingNodes.length >= MOST_MISSING) return { drift: others, missingNodes };
  const since = drift.find((item) => item.kind === 'SERVER_NOT_FOUND' && item.nodeUuid === uuid)?.since ?? at;
  const { name, role } = spec;
  const reason = `Its server ${instanceId} vanished from the cloud; its record and its place in Rancher were cleaned away.`;
  const missing: MissingNode = { uuid, name, role, spec, since, reason };
  return {
    drift: [...others, { kind: 'NODE_MISSING', nodeUuid: uuid, name, message: reason, since }],
    missingNodes: [...missingNodes, missing],
  };
}

/** … once a node has been added: the oldest gap of its role in its tenant is closed. */
export function withoutGap({ drift, missingNodes }: Gaps, { role, tenantUuid }: NodeSpec): Gaps {
  const closed = missingNodes.find(({ spec }) => spec.role === role && spec.tenantUuid === tenantUuid);
  if (!closed) return { drift, missingNodes };
  return {
    drift: drift.filter(({ kind, nodeUuid }) => kind !== 'NODE_MISSING' || nodeUuid !== closed.uuid),
    missingNodes: missingNodes.filter(({ uuid }) => uuid !== closed.uuid),
  };
}
