import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import type { ContentKind } from '#shared/domain/cluster-contents/content-type';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { Invalid, noObject } from '#shared/errors';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'contents'> };
type Named = { uuid: Uuid; kind: ContentKind; field: string };

/**
 * Finds an object that a request body names. Throws Invalid for the field if there is no such object or the caller does
 * not see it.
 */
export async function referredContent({ store }: Deps, caller: Caller, { uuid, kind, field }: Named) {
  const found = await store.contents.findByUuid(uuid);
  if (found?.kind !== kind || !canSee(caller, found)) throw noObject(field);
  return found;
}

/**
 * Finds the workloads to which a service sends traffic. Throws Invalid if a workload is not in the namespace of the
 * service.
 */
export async function targetWorkloads(
  deps: Deps,
  caller: Caller,
  {
    uuids,
    namespace,
  }: { uuids: readonly Uuid[]; namespace?: Pick<ClusterContent, 'clusterUuid' | 'name'> | undefined },
): Promise<ClusterContent[]> {
  const field = 'target_workloads';
  const found = await Promise.all(
    uuids.map((uuid) => referredContent(deps, caller, { uuid, kind: 'WORKLOAD', field })),
  );
  const [first] = found;
  const place = namespace ?? (first && { clusterUuid: first.clusterUuid, name: first.namespaceName });
  const isElsewhere = ({ clusterUuid, namespaceName }: ClusterContent) =>
    clusterUuid !== place?.clusterUuid || namespaceName !== place.name;
  if (found.some(isElsewhere))
    throw new Invalid({ [field]: ['All workloads have to be in the namespace of the service.'] });
  return found;
}
