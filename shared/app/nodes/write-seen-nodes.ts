import { isSameValue } from '#shared/domain/_core/deep-equal';
import type { Node } from '#shared/domain/nodes/node';
import type { Store } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';

type RecordedNode = Pick<Node, 'state' | 'failedServers'>;
const isRecorded = (before: RecordedNode | undefined, { state, failedServers }: RecordedNode): boolean =>
  before?.state !== state || !isSameValue(before.failedServers, failedServers);

/** How many are written at the same time, each on its own. */
const AT_A_TIME = 10;

/**
 * Writes nodes as a look found them. New states are written ten nodes at a time, with one event. Health and facts of
 * the others make no event: each is a single write, at half the price of one in a transaction. Safe to repeat.
 * @param known as they were read
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
