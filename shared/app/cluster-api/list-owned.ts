import type { Uuid } from '#shared/domain/_core/identifier';
import { KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import { clusterLabels } from '#shared/domain/cluster-api/rendering/cluster-to-render';
import type { ClusterApi, ObjectKind } from '#shared/ports/cluster-api';

/** The kinds of objects that Paddock writes for one cluster, apart from the cluster itself. */
const OWN_KINDS: readonly ObjectKind[] = [KINDS.clusterResourceSet, KINDS.secret];

export type OwnedObject = { kind: ObjectKind; name: string };

/** The objects that Paddock has written for the cluster, apart from the cluster itself. */
export async function listOwned(clusterApi: ClusterApi, clusterUuid: Uuid): Promise<OwnedObject[]> {
  const listed = OWN_KINDS.map(async (kind) =>
    (await clusterApi.list(kind, clusterLabels(clusterUuid))).map(({ metadata }) => ({ kind, name: metadata.name })),
  );
  return (await Promise.all(listed)).flat();
}
