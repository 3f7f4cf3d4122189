import { dataOf, emptiestTenant, findNodeReferences, newestNodes, nodeLike } from '@paddock/client';
import type { Session } from '../config/session.ts';
import type { ClusterDetail } from '../find/find-cluster.ts';
import { ifPresent } from '../find/read-parts.ts';

export type Node = ClusterDetail['nodes'][number];

/**
 * Adds nodes with the properties of the newest node in `nodes`. For a managed cluster, the API chooses these
 * properties. Returns the uuids of the new nodes.
 */
export async function addNodes(
  session: Session,
  cluster: ClusterDetail,
  nodes: readonly Node[],
  count: number,
): Promise<string[]> {
  const { api } = session;
  const path = { uuid: cluster.marketplace_resource_uuid };
  const managed = await ifPresent(
    dataOf(api.GET('/api/managed-rancher-cluster-resources/{uuid}/', { params: { path } })),
  );
  const [copied] = newestNodes(nodes, 1);
  if (copied === undefined)
    throw new Error('The cluster has no node of this role whose settings a new node could copy.');
  const body =
    managed === undefined ? nodeLike(copied, cluster, await findNodeReferences(api, copied.initial_data)) : undefined;
  const made: string[] = [];
  for (let index = 0; index < count; index++) {
    const tenant = emptiestTenant(cluster.nodes, nodes, index) ?? null;
    const node =
      body === undefined
        ? api.POST('/api/managed-rancher-cluster-resources/{uuid}/add_node/', {
            ...{ params: { path }, body: { role: copied.role, tenant } },
          })
        : api.POST('/api/rancher-nodes/', { body });
    made.push((await dataOf(node)).uuid);
  }
  return made;
}

/** Deletes nodes. Returns the uuids of the deleted nodes. */
export async function deleteNodes({ api }: Session, nodes: readonly Node[]): Promise<string[]> {
  for (const { uuid } of nodes) await dataOf(api.DELETE('/api/rancher-nodes/{uuid}/', { params: { path: { uuid } } }));
  return nodes.map(({ uuid }) => uuid);
}
