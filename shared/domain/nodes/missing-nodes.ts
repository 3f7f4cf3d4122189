import type { Uuid } from '../_core/identifier.ts';
import type { Cluster } from '../clusters/cluster.ts';
import type { MissingNode } from '../clusters/drift.ts';
import { type NodeSpec, rolesOf } from '../planning/node-spec.ts';
import type { Node } from './node.ts';
import { isErredByWatch } from './server-state.ts';

type Gaps = Pick<Cluster, 'drift' | 'missingNodes'>;

/**
 * Maximum number of missing nodes. Each entry contains all data for a new node, and the cluster's record must stay
 * small.
 */
const MAX_MISSING = 100;

/**
 * Whether Paddock can create the node again. Paddock needs the node's flavor and image, and knows them only for
 * machines that Paddock has created.
 */
const canBeMade = ({ spec: { flavorId, imageId } }: Pick<MissingNode, 'spec'>): boolean =>
  flavorId !== '' && imageId !== '';

/**
 * Missing nodes that Paddock should create again. A missing node is left out if Paddock did not create its machine. For
 * such a machine, Paddock lacks the flavor and the image, and the owner may have removed the machine on purpose.
 */
export const gapsToClose = ({ missingNodes }: Pick<Gaps, 'missingNodes'>): MissingNode[] =>
  missingNodes.filter(canBeMade);

/**
 * Whether a node that has lost its server should be created again. A node should not be created again if somebody has
 * asked for its deletion, or if it was never OK.
 */
export const isMissed = (node: Pick<Node, 'state' | 'lastError' | 'leavesGap'>): boolean =>
  node.state === 'OK' || isErredByWatch(node) || node.leavesGap === true;

/**
 * Fields of the cluster after a node was removed. Entries about the node are removed from `drift`. If the node should
 * be created again, the node is added to the missing nodes, and `drift` gets an entry about this. Nothing is added if
 * there are already `MAX_MISSING` missing nodes.
 */
export function gapsAfter(
  { drift, missingNodes }: Gaps,
  { uuid, spec, instanceId, leavesGap }: Node,
  at: string,
): Gaps {
  const others = drift.filter(({ nodeUuid }) => nodeUuid !== uuid);
  if (!leavesGap || missingNodes.length >= MAX_MISSING) return { drift: others, missingNodes };
  const since = drift.find((item) => item.kind === 'SERVER_NOT_FOUND' && item.nodeUuid === uuid)?.since ?? at;
  const { name, role } = spec;
  const words = `The node’s server ${instanceId} vanished from the cloud. Paddock removed the node from its records and from Rancher.`;
  const reason = canBeMade({ spec })
    ? words
    : `${words} Paddock did not create the server, so its owner has to replace it.`;
  const missing: MissingNode = { uuid, name, role, spec, since, reason };
  return {
    drift: [...others, { kind: 'NODE_MISSING', nodeUuid: uuid, name, message: reason, since }],
    missingNodes: [...missingNodes, missing],
  };
}

const rolesIn = (spec: NodeSpec): string => [...rolesOf(spec)].sort().join();

/**
 * The missing node that a new node can replace: the first one with the same role (`server` or `agent`), tenant and
 * Rancher roles. If there is none, the Rancher roles are ignored.
 */
function gapLike(gaps: readonly MissingNode[], spec: NodeSpec): MissingNode | undefined {
  const ofRole = gaps.filter((gap) => gap.role === spec.role && gap.spec.tenantUuid === spec.tenantUuid);
  return ofRole.find((gap) => rolesIn(gap.spec) === rolesIn(spec)) ?? ofRole[0];
}

/**
 * A new node replaces a missing node. Removes this missing node from `drift` and `missingNodes`. If `heals` names no
 * missing node, the missing node that is most like the new node is removed.
 * @param heals the uuid of the lost node that the new node replaces
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
 * The missing nodes that remain after new nodes were found in Rancher. The owner has probably added each found node in
 * place of a missing node. So for each found node, at most one missing node is removed, if possible the one with the
 * same name. Missing nodes that Paddock can create again are never removed.
 */
export function gapsBeside(missingNodes: MissingNode[], found: readonly Pick<Node, 'spec'>[]): MissingNode[] {
  return found.reduce((open, { spec }) => {
    const gaps = open.filter((gap) => !canBeMade(gap));
    const closed = gaps.find(({ name }) => name === spec.name) ?? gapLike(gaps, spec);
    return closed ? open.filter((gap) => gap !== closed) : open;
  }, missingNodes);
}
