import { Conflict } from '#shared/errors';
import type { Cluster } from '../clusters/cluster.ts';
import { replacementOf } from '../clusters/node-operation.ts';
import { gapsToClose } from './missing-nodes.ts';
import type { Node } from './node.ts';
import { awayWords, isBeingDeleted } from './node-removal.ts';

type Worked = Pick<Cluster, 'nodeOperations'>;

/** The nodes of a cluster that are not being deleted and that no running operation replaces. */
export const stayingNodes = <N extends Pick<Node, 'uuid' | 'state'>>(cluster: Worked, nodes: readonly N[]): N[] =>
  nodes.filter((node) => !isBeingDeleted(node) && replacementOf(cluster, node.uuid) === undefined);

const isWorkedOn = (cluster: Worked, { uuid }: Pick<Node, 'uuid'>): boolean =>
  replacementOf(cluster, uuid) !== undefined || cluster.nodeOperations.some(({ nodeUuid }) => nodeUuid === uuid);

/**
 * Why this server node cannot be replaced now: an operation runs on another server node, and that other node may fail
 * during the operation. Undefined if no operation runs on another server node.
 */
function workedOnProblem(cluster: Worked, node: Node, nodes: readonly Node[]): string | undefined {
  const busy = nodes.find(
    ({ uuid, spec }) => uuid !== node.uuid && spec.role === 'server' && isWorkedOn(cluster, { uuid }),
  );
  return busy && `Only one server may be changed at a time: ${busy.spec.name} is being changed.`;
}

/**
 * Checks that the node may be replaced. Throws Conflict if an operation runs on the node, or if a server node is
 * missing that Paddock can create again. Also throws Conflict if another member of etcd does not answer or is being deleted. If the node is a server
 * node, also throws Conflict if an operation runs on another server node.
 * @param nodes all nodes of the cluster, including this node
 */
export function assertReplaceable(
  cluster: Worked & Pick<Cluster, 'missingNodes'>,
  node: Node,
  nodes: readonly Node[],
): void {
  const { name, role } = node.spec;
  if (isWorkedOn(cluster, node) || isBeingDeleted(node))
    throw new Conflict(`Node ${name} is already being changed. Wait until this has ended.`);
  const busy = role === 'server' ? workedOnProblem(cluster, node, nodes) : undefined;
  if (busy !== undefined) throw new Conflict(busy);
  const missing = gapsToClose(cluster)
    .filter((gap) => gap.role === 'server')
    .map((gap) => `${gap.name} is missing`);
  const away = [awayWords(node, nodes) ?? [], missing].flat();
  if (away.length > 0) throw new Conflict(`The cluster is degraded: ${away.join(', ')}.`);
}
