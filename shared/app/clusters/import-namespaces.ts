import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { Invalid, noObject } from '#shared/errors';
import type { ImportNamespaces } from '#shared/ports/rancher';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'contents'> };
type Named = { namespaceUuid?: Uuid; defaultNamespaceUuid?: Uuid };

async function referredNamespace({ store }: Deps, uuid: Uuid | undefined, field: string) {
  if (uuid === undefined) return undefined;
  const found = await store.contents.findByUuid(uuid);
  if (found?.kind !== 'NAMESPACE') throw noObject(field);
  return found;
}

/**
 * The names of namespaces that a body refers to. Throws Invalid for what is none, and for one of another cluster
 * (docs/spec/waldur-rancher.md#clusters).
 */
export async function importNamespaces(deps: Deps, { uuid }: Cluster, named: Named): Promise<ImportNamespaces> {
  const [namespace, byDefault] = await Promise.all([
    referredNamespace(deps, named.namespaceUuid, 'namespace'),
    referredNamespace(deps, named.defaultNamespaceUuid, 'default_namespace'),
  ]);
  const isForeign = (found?: ClusterContent) => found !== undefined && found.clusterUuid !== uuid;
  const problems = [
    ...(isForeign(namespace) ? ['Namespace should be related to the same cluster.'] : []),
    ...(isForeign(byDefault) ? ['Default namespace should be related to the same cluster.'] : []),
  ];
  if (problems.length > 0) throw new Invalid({ non_field_errors: problems });
  return { ...(namespace && { namespace: namespace.name }), ...(byDefault && { defaultNamespace: byDefault.name }) };
}
