import type { Uuid } from '../_core/identifier.ts';
import type { Cluster } from '../clusters/cluster.ts';
import type { MissingNode } from '../clusters/drift.ts';
import { type NodeSpec, rolesOf } from '../planning/node-spec.ts';
import type { Node } from './node.ts';
import { isErredByWatch } from './server-state.ts';

type Gaps = Pick<Cluster, 'drift' | 'missingNodes'>;

/** Each entry has all that is needed to create the node again, so the list is limited. */
const MOST_MISSING = 100;

/** Only for machines that Paddock created it is known how to create them. */
const canBeMade = ({ spec: { flavorId, imageId } }: Pick<MissingNode, 'spec'>): boolean =>
  flavorId !== '' && imageId !== '';

/** Missing nodes that can be created again. Only its owner knows whether another machine was removed on purpose. */
export const gapsToClose = ({ missingNodes }: Pick<Gaps, 'missingNodes'>): MissingNode[] =>
  missingNodes.filter(canBeMade);

/**
 * Whether a vanished node should be created again: not if its deletion was requested, if it never worked, or if its
 * remains could not be deleted.
 */
export const isMissed = (node: Pick<Node, 'state' | 'lastError' | 'leavesGap'>): boolean =>
  node.state === 'OK' || isErredByWatch(node) || node.leavesGap === true;

/** Fields of the cluster once the node is gone: its drift entries end, and if it is missed, it is listed as missing. */
export function gapsAfter(
  { drift, missingNodes }: Gaps,
  { uuid, spec, instanceId, leavesGap }: Node,
  at: string,
): Gaps {
  const others = drift.filter(({ nodeUuid }) => nodeUuid !== uuid);
  if (!leavesGap || missingNodes.length >= MOST_MISSING) return { drift: others, missingNodes };
  const since = drift.find((item) => item.kind === 'SERVER_NOT_FOUND' && item.nodeUuid === uuid)?.since ?? at;
  const { name, role } = spec;
  const words = `Its server ${instanceId} vanished from the cloud; its record and its node in Rancher were removed.`;
  const reason = canBeMade({ spec }) ? words : `${words} Paddock did not make it, so its owner has to replace it.`;
  const missing: MissingNode = { uuid, name, role, spec, since, reason };
  return {
    drift: [...others, { kind: 'NODE_MISSING', nodeUuid: uuid, name, message: reason, since }],
    missingNodes: [...missingNodes, missing],
  };
}

const rolesIn = (spec: NodeSpec): string => [...rolesOf(spec)].sort().join();

/** A missing node in the same tenant: preferably with the same roles, then the oldest. */
function gapLike(gaps: readonly MissingNode[], spec: NodeSpec): MissingNode | undefined {
  const ofRole = gaps.filter((gap) => gap.role === spec.role && gap.spec.tenantUuid === spec.tenantUuid);
  return ofRole.find((gap) => rolesIn(gap.spec) === rolesIn(spec)) ?? ofRole[0];
}

/**
 * The lists after a node was added: the entry that it was created for is removed, or else one of its role.
 * @param heals name of the lost node
 */
export function withoutGap({ drift, missingNodes }: Gaps, spec: NodeSpec, heals?: Uuid): Gaps {
  const closed = missingNodes.find(({ uuid }) => uuid === heals) ?? gapLike(missingNodes, spec);
  if (!closed) return { drift, missingNodes };
  return {
    drift: drift.filter(({ kind, nodeUuid }) => kind !== 'NODE_MISSING' || nodeUuid !== closed.uuid),
    missingNodes: missingNodes.filter(({ uuid }) => uuid !== closed.uuid),
  };
}

/**
 * The missing nodes after others were found in Rancher: each removes an entry that Paddock cannot fill itself,
 * preferably that of its name.
 */
export function gapsBeside(missingNodes: MissingNode[], found: readonly Pick<Node, 'spec'>[]): MissingNode[] {
  return found.reduce((open, { spec }) => {
    const gaps = open.filter((gap) => !canBeMade(gap));
    const closed = gaps.find(({ name }) => name === spec.name) ?? gapLike(gaps, spec);
    return closed ? open.filter((gap) => gap !== closed) : open;
  }, missingNodes);
}
