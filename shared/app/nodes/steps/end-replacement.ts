import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { failureOf } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { NodeOperation } from '#shared/domain/clusters/node-operation';
import { type Node, summariesWith } from '#shared/domain/nodes/node';
import { assertRemovable, isBeingDeleted } from '#shared/domain/nodes/node-removal';
import { Conflict, Invalid } from '#shared/errors';
import type { Write } from '#shared/ports/store';
import { removalOf } from '../schedule-removal.ts';

/** What becomes of the node that another was added in the place of, and the line that tells of it. */
export type ReplacementEnd = {
  writes: Write[];
  fields?: Pick<Cluster, 'nodes' | 'nodeOperations'> | Pick<Cluster, 'nodes'>;
  line: { step: string; message: string; nodeName: string; level?: 'error' };
};

const stays = (nodeName: string, why: string): ReplacementEnd['line'] => ({
  ...{ step: 'not-replaced', level: 'error', nodeName },
  message: `Node stays: ${why}`,
});

/** Servers that are on their way out already are no reason: it waits for its turn behind them (`etcdRemovalCheck`). */
function removableProblem(node: Node, nodes: readonly Node[]): string | undefined {
  const staying = nodes.filter((one) => !isBeingDeleted(one));
  try {
    assertRemovable(node.uuid, staying);
    return undefined;
  } catch (error) {
    if (error instanceof Conflict || error instanceof Invalid) return error.message;
    throw error;
  }
}

/** Time has passed since it was asked for: what cannot be spared at this moment stays, and says so, until it is asked for again. */
function kept({ store, clock }: RecordsDeps, cluster: Cluster, node: Node, why: string): ReplacementEnd {
  const now = clock.now();
  const caught = { error: 'DeletionBlocked', cause: why, step: 'records.finishNode' };
  const erred = changed(node, now, { state: 'ERRED', lastError: failureOf(caught, now.toISOString()) });
  return {
    writes: [store.nodes.replace(erred)],
    fields: { nodes: summariesWith(cluster, [erred]) },
    line: stays(node.spec.name, why),
  };
}

/**
 * The node that was to be replaced goes, by an operation of its own, once the other works. Undefined where there is none, or where
 * somebody has taken it out meanwhile.
 * @param replacement as it is from now on
 */
export async function succeed(
  deps: RecordsDeps,
  cluster: Cluster,
  replacement: Node,
  replaces: NodeOperation['replaces'],
): Promise<ReplacementEnd | undefined> {
  if (!replaces) return undefined;
  const rows = await deps.store.nodes.listByCluster(cluster.uuid);
  const node = rows.find(({ uuid }) => uuid === replaces.nodeUuid);
  if (!node || isBeingDeleted(node)) return undefined;
  const nodeName = node.spec.name;
  if (replacement.state === 'ERRED')
    return { writes: [], line: stays(nodeName, `${replacement.spec.name} has come to nothing.`) };
  const problem = removableProblem(
    node,
    rows.map((one) => (one.uuid === replacement.uuid ? replacement : one)),
  );
  if (problem !== undefined) return kept(deps, cluster, node, problem);
  const { writes, fields } = removalOf(deps, cluster, node, replaces);
  return { writes, fields, line: { step: 'replaced', message: `${replacement.spec.name} is in its place`, nodeName } };
}
