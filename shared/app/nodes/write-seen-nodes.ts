import { isSameValue } from '#shared/domain/_core/deep-equal';
import type { Node } from '#shared/domain/nodes/node';
import type { Store } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';

type RecordedNode = Pick<Node, 'state' | 'failedServers'>;
const isRecorded = (before: RecordedNode | undefined, { state, failedServers }: RecordedNode): boolean =>
  before?.state !== state || !isSameValue(before.failedServers, failedServers);

/** How many nodes are written at the same time, each in a commit of its own. */
const AT_A_TIME = 10;

/**
 * Writes the observed nodes. Nodes with a new state are written in transactions, which send events. The other nodes
 * differ only in health or facts and send no events. Each of them is a single write, which costs half as much as a
 * write in a transaction. Safe to repeat.
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
