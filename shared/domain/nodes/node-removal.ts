import { Conflict, Invalid } from '#shared/errors';
import type { Uuid } from '../_core/identifier.ts';
import type { NodeOperation } from '../clusters/node-operation.ts';
import { rolesOf } from '../planning/node-spec.ts';
import type { Node } from './node.ts';

type Member = Pick<Node, 'uuid' | 'state' | 'runtimeState' | 'backendId' | 'spec'>;

/** Waldur's words, which it has for agents only (docs/spec/nodes.md#calls-of-nodes). */
const LAST_AGENT = 'Cannot delete the last agent node in the cluster.';
const LAST_SERVER = 'Cannot delete the last server node in the cluster.';
const LAST_MEMBER = 'Cannot delete the last etcd member in the cluster.';

/** Rancher's words of a node whose kubelet answers, whether or not it takes new workloads. */
const ANSWERING = new Set(['active', 'cordoned', 'draining', 'drained']);

export const isBeingDeleted = ({ state }: Pick<Node, 'state'>): boolean =>
  state === 'DELETION_SCHEDULED' || state === 'DELETING';
const isMember = ({ spec, backendId }: Member): boolean => rolesOf(spec).includes('etcd') && backendId !== '';
const carriesWorkloads = ({ spec }: Member): boolean => rolesOf(spec).includes('worker');
const isServer = ({ spec }: Member): boolean => spec.role === 'server';

/** One of these stays. A node that works is not let go for one that does not. */
function isLast(node: Member, others: readonly Member[], isOf: (one: Member) => boolean): boolean {
  const stay = others.filter((one) => isOf(one) && !isBeingDeleted(one));
  return node.state === 'OK' ? !stay.some(({ state }) => state === 'OK') : stay.length === 0;
}

function wordsOf({ spec, state, runtimeState }: Member): string {
  if (isBeingDeleted({ state })) return `${spec.name} is being deleted`;
  return `${spec.name} is ${runtimeState || state}`;
}

/** Members of etcd beside this node that do not answer, or are on their way out; undefined where all are there. */
export function awayWords({ uuid }: Pick<Node, 'uuid'>, nodes: readonly Member[]): string | undefined {
  const away = nodes.filter(
    (one) => one.uuid !== uuid && isMember(one) && (isBeingDeleted(one) || !ANSWERING.has(one.runtimeState)),
  );
  return away.length === 0 ? undefined : away.map(wordsOf).join(', ');
}

/**
 * Why etcd cannot spare this member at the moment; undefined where it can, or where the node is none. Never is more than one server
 * away: what two lose together may be the cluster.
 */
function quorumProblem(node: Member, nodes: readonly Member[]): string | undefined {
  if (!isMember(node)) return undefined;
  const away = awayWords(node, nodes);
  return away && `Only one server may be away at a time: ${away}.`;
}

/** Those whose deletion was asked for before this one's. */
function goFirst(nodeOperations: readonly NodeOperation[], { uuid }: Member): ReadonlySet<Uuid> {
  const deletions = nodeOperations.filter(({ machine }) => machine === 'delete-node').map(({ nodeUuid }) => nodeUuid);
  return new Set(deletions.slice(0, Math.max(deletions.indexOf(uuid), 0)));
}

/**
 * Whether a member on its way out may leave etcd now: one after the other, in the order in which their deletions were asked for. One
 * that is to go later counts by whether it answers, as every other does.
 * @param nodes all of the cluster, with what Rancher says of them at this moment
 * @returns 'go', 'wait' while another has to go first, or why etcd cannot spare it
 */
export function etcdRemovalCheck(
  nodeOperations: readonly NodeOperation[],
  node: Member,
  nodes: readonly Member[],
): 'go' | 'wait' | { problem: string } {
  if (!isMember(node)) return 'go';
  const first = goFirst(nodeOperations, node);
  if (nodes.some((one) => first.has(one.uuid) && isMember(one) && isBeingDeleted(one))) return 'wait';
  const byAnswer = nodes.map((one): Member => (isBeingDeleted(one) ? { ...one, state: 'OK' } : one));
  const problem = quorumProblem(node, byAnswer);
  return problem === undefined ? 'go' : { problem };
}

/**
 * Whether a cluster can do without the node. Throws Invalid for the last of its kind, Conflict while another server is away.
 * @param nodes all of the cluster, the node among them
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
