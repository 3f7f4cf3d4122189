import { dataOf, emptiestTenant, findNodeReferences, newestNodes } from '@paddock/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { statusOf } from '../../api/failure.ts';
import type { Cluster } from '../cluster/cluster-query.ts';

async function isManaged({ marketplace_resource_uuid: uuid }: Cluster, signal: AbortSignal): Promise<boolean> {
  try {
    await dataOf(api.GET('/api/managed-rancher-cluster-resources/{uuid}/', { signal, params: { path: { uuid } } }));
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw error;
  }
}

/**
 * Reads the newest agent, and the uuids of this agent's subnet, flavor and volume types. A new agent copies these
 * values. For a managed cluster, the API chooses the values.
 */
async function readNodeToCopy(cluster: Cluster, signal: AbortSignal) {
  const agents = cluster.nodes.filter(({ role }) => role === 'agent');
  if (await isManaged(cluster, signal))
    return { kind: 'managed' as const, tenant: emptiestTenant(cluster.nodes, agents, 0) ?? null };
  const [like] = newestNodes(agents, 1);
  if (like === undefined) return { kind: 'none' as const };
  return { kind: 'like' as const, like, references: await findNodeReferences(api, like.initial_data, signal) };
}

export type NodeToCopy = Awaited<ReturnType<typeof readNodeToCopy>>;

export const useNodeToCopy = (cluster: Cluster) =>
  useQuery({
    queryKey: ['cluster', cluster.uuid, 'node to copy'],
    queryFn: ({ signal }) => readNodeToCopy(cluster, signal),
  });
