import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { Node } from '#shared/domain/nodes/node';
import type { Store } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';

type RecordedNode = Pick<Node, 'state' | 'failedServers'>;
const isRecorded = (before: RecordedNode | undefined, { state, failedServers }: RecordedNode): boolean =>
  before?.state !== state || !isSameValue(before.failedServers, failedServers);

/** How many nodes are written at the same time, each in its own commit. */
const AT_A_TIME = 10;

/**
 * Writes the observed nodes. A node with a new state or a new failed server is written in a transaction, which also
 * sends its events. Any other node differs only in other observed values, such as its health, and sends no events. Such
 * a node is written without a transaction, which costs half as much. Safe to repeat.
 * @param known the nodes as they were read before
 */
export async function writeSeenNodes(
  store: Pick<Store, 'commit' | 'nodes'>,
  known: readonly Node[],
  seen: readonly Node[],
): Promise<void> {
  const before = new Map(known.map((node) => [node.uuid, node]));
  const silent = seen.filter((node) => !isRecorded(before.get(node.uuid), node));
  for (let start = 0; start < silent.length; start += AT_A_TIME) {
    await Promise.all(silent.slice(start, start + AT_A_TIME).map((node) => store.commit(store.nodes.replace(node))));
  }
  const announced = seen.filter((node) => !silent.includes(node));
  await commitInChunks(store, announced, (node) => [store.nodes.replace(node)]);
}
