import { z } from 'zod';
import type { ImportableCluster } from '#shared/domain/clusters/importable-cluster';
import type { Listing } from '../_core/listing.ts';
import type { ApiOperations } from '../_core/operation.ts';

const importableClusterView = z
  .object({
    backend_id: z.string(),
    name: z.string(),
    runtime_state: z.string(),
    kubernetes_version: z.string(),
    node_count: z.int().meta({ description: 'How many nodes Rancher shows.', examples: [3] }),
    found_at: z.iso.datetime().meta({
      description: 'When a sync found the cluster for the first time.',
      examples: ['2026-03-01T12:00:00.000Z'],
    }),
    last_seen_at: z.iso.datetime().meta({
      description: 'When a sync found the cluster for the last time.',
      examples: ['2026-03-02T07:12:00.000Z'],
    }),
    is_missing: z.boolean().meta({
      description:
        'True if Rancher’s last list did not have the cluster. If the next list does not have it either, this entry is removed.',
      examples: [false],
    }),
  })
  .meta({ id: 'ImportableCluster' });
type Seen = ImportableCluster & { lastSeenAt: string; isMissing: boolean };

export const importableClusterListing: Listing<Seen, z.infer<typeof importableClusterView>> = {
  filters: {
    contains: { name: ({ name }) => name },
    equals: { backend_id: ({ backendId }) => backendId, runtime_state: ({ runtimeState }) => runtimeState },
    flags: { is_missing: ({ isMissing }) => isMissing },
  },
  orderings: { name: ({ name }) => name, found_at: ({ created }) => created },
  schema: importableClusterView,
  view: (_link, { backendId, name, runtimeState, kubernetesVersion, nodeCount, created, lastSeenAt, isMissing }) => ({
    backend_id: backendId,
    name,
    runtime_state: runtimeState,
    kubernetes_version: kubernetesVersion,
    node_count: nodeCount,
    found_at: created,
    last_seen_at: lastSeenAt,
    is_missing: isMissing,
  }),
};

export const importableClusterOperations: ApiOperations = {
  'GET /{uuid}/importable_clusters/': {
    summary: 'List the clusters in a provider’s Rancher that can be imported',
    rule: 'service_settings.see_clusters',
    description:
      'Clusters that Rancher has and Paddock does not know, in any state, as the last hourly sync found them. `importable_resources` of an offering asks Rancher at once, and `import_resource` of the offering imports a cluster. The list is empty for a cloud, and for a provider of the type `ClusterAPI`.',
    listing: importableClusterListing,
  },
};
