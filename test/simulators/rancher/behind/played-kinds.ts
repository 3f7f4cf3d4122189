import { type ApiResource, groupVersion, isCustom } from '../../kubernetes/api-resource.ts';
import { NODES } from '../../kubernetes/core-resources.ts';
import { CLUSTER_RESOURCES } from '../contents/cluster-resources.ts';

/**
 * Kinds that are simulated even if the cluster's own API is real: nodes, and the kinds that Rancher adds to a cluster.
 */
const isPlayed = (resource: ApiResource): boolean => resource === NODES || isCustom(resource);

export const REAL_KINDS: readonly ApiResource[] = CLUSTER_RESOURCES.filter((it) => !isPlayed(it));
export const isReal = (resource: ApiResource): boolean => REAL_KINDS.includes(resource);

const ROOTS = CLUSTER_RESOURCES.filter(isPlayed).map((it) => {
  const root = it.group === '' ? 'api' : 'apis';
  return new RegExp(`^/${root}/${groupVersion(it)}/(namespaces/[^/]+/)?${it.name}(/|$)`);
});
/** Whether a path belongs to a kind that is always simulated. The path is relative to the cluster and has no query. */
export const isPlayedPath = (path: string): boolean => ROOTS.some((root) => root.test(path));

export function pathOf(resource: ApiResource, namespace = '', name?: string): string {
  const root = resource.group === '' ? '/api' : '/apis';
  const place = namespace === '' ? '' : `/namespaces/${namespace}`;
  const member = name === undefined ? '' : `/${name}`;
  return `${root}/${groupVersion(resource)}${place}/${resource.name}${member}`;
}
