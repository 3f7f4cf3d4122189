import { Conflict, Invalid } from '#shared/errors';
import { isMachineFor } from '../_core/cluster-driver.ts';
import type { Uuid } from '../_core/identifier.ts';
import type { NodeOperation } from '../clusters/node-operation.ts';
import { rolesOf } from '../planning/node-spec.ts';
import type { Node } from './node.ts';

type Member = Pick<Node, 'uuid' | 'state' | 'runtimeState' | 'backendId' | 'spec'>;

/**
 * Errors for the last node of a kind. The text for agents is Waldur's. The other two texts are Paddock's, because
 * Waldur checks only agents (docs/spec/nodes.md#calls-of-nodes).
 */
const LAST_AGENT = 'Cannot delete the last agent node in the cluster.';
const LAST_SERVER = 'Cannot delete the last server node in the cluster.';
const LAST_MEMBER = 'Cannot delete the last etcd member in the cluster.';

/** Rancher's states of a node whose kubelet answers. Some of these nodes take no new workloads. */
const ANSWERING = new Set(['active', 'cordoned', 'draining', 'drained']);

export const isBeingDeleted = ({ state }: Pick<Node, 'state'>): boolean =>
  state === 'DELETION_SCHEDULED' || state === 'DELETING';
const isMember = ({ spec, backendId }: Member): boolean => rolesOf(spec).includes('etcd') && backendId !== '';
const carriesWorkloads = ({ spec }: Member): boolean => rolesOf(spec).includes('worker');
const isServer = ({ spec }: Member): boolean => spec.role === 'server';

/**
 * Whether the node is the last of the nodes for which `isOf` is true. If the node is OK, other nodes count only if they
 * are OK.
 */
function isLast(node: Member, others: readonly Member[], isOf: (one: Member) => boolean): boolean {
  const stay = others.filter((one) => isOf(one) && !isBeingDeleted(one));
  return node.state === 'OK' ? !stay.some(({ state }) => state === 'OK') : stay.length === 0;
}

function wordsOf({ spec, state, runtimeState }: Member): string {
  if (isBeingDeleted({ state })) return `${spec.name} is being deleted`;
  return `${spec.name} is ${runtimeState || state}`;
}

/**
 * Text with the names of other etcd members that do not answer or are being deleted. Undefined if all other members
 * answer.
 */
export function awayWords({ uuid }: Pick<Node, 'uuid'>, nodes: readonly Member[]): string | undefined {
  const away = nodes.filter(
    (one) => one.uuid !== uuid && isMember(one) && (isBeingDeleted(one) || !ANSWERING.has(one.runtimeState)),
  );
  return away.length === 0 ? undefined : away.map(wordsOf).join(', ');
}

/**
 * Why this member cannot leave etcd now. Undefined if it can leave, or if the node is no member. Only one member may be
 * missing at a time, because the loss of two members can stop the cluster.
 */
function quorumProblem(node: Member, nodes: readonly Member[]): string | undefined {
  if (!isMember(node)) return undefined;
  const away = awayWords(node, nodes);
  return away && `Only one server may be missing at a time: ${away}.`;
}

/**
 * Whether a member may leave etcd now. Members leave one after the other, in the order in which their deletions were
 * requested. A member whose turn comes later counts as present if it answers.
 * @param nodes all nodes of the cluster, with Rancher's current state
 * @returns 'go', 'wait' if another member has to leave first, or the reason why the member cannot leave
 */
export function etcdRemovalCheck(
  nodeOperations: readonly NodeOperation[],
  node: Member,
  nodes: readonly Member[],
): 'go' | 'wait' | { problem: string } {
  if (!isMember(node)) return 'go';
  // Nodes whose deletion was requested before the deletion of this node.
  const deletions = nodeOperations
    .filter(({ machine }) => isMachineFor('deleteNode', machine))
    .map(({ nodeUuid }) => nodeUuid);
  const first = new Set(deletions.slice(0, Math.max(deletions.indexOf(node.uuid), 0)));
  if (nodes.some((one) => first.has(one.uuid) && isMember(one) && isBeingDeleted(one))) return 'wait';
  const byAnswer = nodes.map((one): Member => (isBeingDeleted(one) ? { ...one, state: 'OK' } : one));
  const problem = quorumProblem(node, byAnswer);
  return problem === undefined ? 'go' : { problem };
}

/**
 * Checks that the cluster can lose the node. Throws Invalid if the node is the last of its kind. Throws Conflict if the
 * node is a member of etcd, and another member does not answer or is being deleted.
 * @param nodes all nodes of the cluster, including this node
 */
export function assertRemovable(uuid: Uuid, nodes: readonly Member[]): void {
  const node = nodes.find((one) => one.uuid === uuid);
  if (!node) return;
  const others = nodes.filter((one) => one.uuid !== uuid);
  if (isServer(node)) {
    if (isLast(node, others, isServer)) throw new Invalid([LAST_SERVER]);
    if (isMember(node) && isLast(node, others, isMember)) throw new Invalid([LAST_MEMBER]);
  }
  if (carriesWorkloads(node) && isLast(node, others, carriesWorkloads)) throw new Invalid([LAST_AGENT]);
  const problem = quorumProblem(node, nodes);
  if (problem !== undefined) throw new Conflict(problem);
}
