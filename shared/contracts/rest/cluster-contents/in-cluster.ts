import { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Collection } from '../_core/collections.ts';
import type { Link } from '../_core/link.ts';

/** Fields of everything in a cluster: Rancher's projects, namespaces and their contents. */
export const inClusterFields = {
  url: z.string(),
  uuid: z.string(),
  name: z.string(),
  description: z.string(),
  created: z.string(),
  modified: z.string(),
  runtime_state: z.string().meta({ description: 'Rancher’s word.', examples: ['active'] }),
  backend_id: z.string().meta({ description: 'Namespace and name in the cluster.', examples: ['shop/cart'] }),
  cluster: z.string(),
  cluster_uuid: z.string(),
  cluster_name: z.string(),
};

type InCluster = Record<'name' | 'description' | 'created' | 'modified' | 'runtimeState' | 'backendId', string> &
  Record<'uuid' | 'clusterUuid', Uuid> & { clusterName: string };

export const viewInCluster = (link: Link, collection: Collection, item: InCluster) => ({
  url: link(collection, item.uuid),
  uuid: item.uuid,
  name: item.name,
  description: item.description,
  created: item.created,
  modified: item.modified,
  runtime_state: item.runtimeState,
  backend_id: item.backendId,
  cluster: link('rancher-clusters', item.clusterUuid),
  cluster_uuid: item.clusterUuid,
  cluster_name: item.clusterName,
});
