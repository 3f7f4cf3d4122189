import type { Uuid } from '../_core/identifier.ts';
import type { Cluster } from '../clusters/cluster.ts';
import type { MissingNode } from '../clusters/drift.ts';
import { type NodeSpec, rolesOf } from '../planning/node-spec.ts';
import type { Node } from './node.ts';
import { isErredByWatch } from './watched-node.ts';

type Gaps = Pick<Cluster, 'drift' | 'missingNodes'>;

/** Each holds what it takes to make the node again, and a record has an end. */
const MOST_MISSING = 100;

/** What a machine is made by is known of those that were made here. */
const canBeMade = ({ spec: { flavorId, imageId } }: Pick<MissingNode, 'spec'>): boolean =>
  flavorId !== '' && imageId !== '';

/** Gaps that are there to be closed. Of a machine that was not made here its owner alone knows whether he has taken it away. */
export const gapsToClose = ({ missingNodes }: Pick<Gaps, 'missingNodes'>): MissingNode[] =>
  missingNodes.filter(canBeMade);

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
  if (!leavesGap || missingNodes.length >= MOST_MISSING) return { drift: others, missingNodes };
  const since = drift.find((item) => item.kind === 'SERVER_NOT_FOUND' && item.nodeUuid === uuid)?.since ?? at;
  const { name, role } = spec;
  const words = `Its server ${instanceId} vanished from the cloud; its record and its place in Rancher were cleaned away.`;
  const reason = canBeMade({ spec }) ? words : `${words} It was not made here: whoever made it can let another join.`;
  const missing: MissingNode = { uuid, name, role, spec, since, reason };
  return {
    drift: [...others, { kind: 'NODE_MISSING', nodeUuid: uuid, name, message: reason, since }],
    missingNodes: [...missingNodes, missing],
  };
}

const rolesIn = (spec: NodeSpec): string => [...rolesOf(spec)].sort().join();

/** In its tenant: where there are several, one that did in the cluster what it does, and the oldest. */
function gapLike(gaps: readonly MissingNode[], spec: NodeSpec): MissingNode | undefined {
  const ofRole = gaps.filter((gap) => gap.role === spec.role && gap.spec.tenantUuid === spec.tenantUuid);
  return ofRole.find((gap) => rolesIn(gap.spec) === rolesIn(spec)) ?? ofRole[0];
}

/**
 * … once a node has been added: the gap is closed that it was made for, or else one of its role.
 * @param heals of the node that was lost
 */
export function withoutGap({ drift, missingNodes }: Gaps, spec: NodeSpec, heals?: Uuid): Gaps {
  const closed = missingNodes.find(({ uuid }) => uuid === heals) ?? gapLike(missingNodes, spec);
  if (!closed) return { drift, missingNodes };
  return {
    drift: drift.filter(({ kind, nodeUuid }) => kind !== 'NODE_MISSING' || nodeUuid !== closed.uuid),
    missingNodes: missingNodes.filter(({ uuid }) => uuid !== closed.uuid),
  };
}

/** … once nodes have been found in Rancher: each closes a gap that nothing else of ours can close, first of all that of its name. */
export function gapsBeside(missingNodes: MissingNode[], found: readonly Pick<Node, 'spec'>[]): MissingNode[] {
  return found.reduce((open, { spec }) => {
    const gaps = open.filter((gap) => !canBeMade(gap));
    const closed = gaps.find(({ name }) => name === spec.name) ?? gapLike(gaps, spec);
    return closed ? open.filter((gap) => gap !== closed) : open;
  }, missingNodes);
}
