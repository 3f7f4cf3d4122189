import { z } from 'zod';
import { KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import { addOnSources, type Manifests } from '#shared/domain/cluster-api/rendering/add-ons';
import type { ClusterApiSpec } from '#shared/domain/planning/cluster-api/cluster-spec';
import type { ClusterApi } from '#shared/ports/cluster-api';

const configMap = z.object({ data: z.record(z.string(), z.string()).default({}) });

/**
 * Reads the manifests of the cluster's add-ons from the ConfigMaps of the management cluster. A ConfigMap that does not
 * exist is left out.
 */
export async function readAddOns(
  clusterApi: ClusterApi,
  spec: ClusterApiSpec,
): Promise<ReadonlyMap<string, Manifests>> {
  const read = addOnSources(spec).map(async (name): Promise<[string, Manifests][]> => {
    const found = await clusterApi.find(KINDS.configMap, name);
    return found ? [[name, configMap.parse(found).data]] : [];
  });
  return new Map((await Promise.all(read)).flat());
}
