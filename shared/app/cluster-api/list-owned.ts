import type { Uuid } from '#shared/domain/_core/identifier';
import { KINDS, RELAY_KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import { isRelayed } from '#shared/domain/cluster-api/relays/relayed-address';
import { clusterLabels } from '#shared/domain/cluster-api/rendering/cluster-to-render';
import type { ClusterApiSpec } from '#shared/domain/planning/cluster-api/cluster-spec';
import type { ClusterApi, ObjectKind } from '#shared/ports/cluster-api';

/** The kinds of objects that Paddock writes for one cluster, apart from the cluster itself. */
const OWN_KINDS: readonly ObjectKind[] = [KINDS.clusterResourceSet, KINDS.secret];

export type OwnedObject = { kind: ObjectKind; name: string };

/**
 * The objects that Paddock has written for the cluster, apart from the cluster itself. The Services and EndpointSlices
 * for relays are listed only if the cluster needs relays, because not every token has rights to these kinds.
 */
export async function listOwned(
  clusterApi: ClusterApi,
  clusterUuid: Uuid,
  spec: ClusterApiSpec,
): Promise<OwnedObject[]> {
  const kinds = isRelayed(spec) ? [...OWN_KINDS, ...Object.values(RELAY_KINDS)] : OWN_KINDS;
  const listed = kinds.map(async (kind) =>
    (await clusterApi.list(kind, clusterLabels(clusterUuid))).map(({ metadata }) => ({ kind, name: metadata.name })),
  );
  return (await Promise.all(listed)).flat();
}
