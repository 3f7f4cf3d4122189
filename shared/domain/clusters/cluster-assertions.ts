import { Conflict, Invalid } from '#shared/errors';
import type { Cluster } from './cluster.ts';

/** Throws Invalid, with Waldur's text, if the cluster or node has never been in Rancher. */
export function assertInRancher({ backendId }: { backendId: string }): void {
  if (backendId === '') throw new Invalid(['Resource does not have backend ID.']);
}

/** Whether Rancher has the cluster. False also while Rancher is deleting it. */
export const isInRancher = <T extends { state: string }>(remote: T | undefined): remote is T =>
  remote !== undefined && remote.state !== 'removing';

/** Throws Conflict, with the nodes' names, while nodes of the cluster are being added, replaced or deleted. */
export function assertNodesIdle({ nodeOperations, nodes }: Pick<Cluster, 'nodeOperations' | 'nodes'>): void {
  const nameOf = (nodeUuid: string) => nodes.find(({ uuid }) => uuid === nodeUuid)?.name ?? nodeUuid;
  const names = nodeOperations.map(({ nodeUuid }) => nameOf(nodeUuid));
  if (names.length > 0)
    throw new Conflict(`These nodes of the cluster are being changed: ${names.join(', ')}. Wait until this has ended.`);
}
