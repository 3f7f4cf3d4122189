import { isSameValue } from '../_core/same-value.ts';
import type { RancherProject } from '../cluster-access/rancher-project.ts';
import type { ClusterContent } from './cluster-content.ts';

/** Further namespaces are in the list of namespaces. A project's row stays small. */
const MOST_SHOWN = 200;

/** The projects with changed namespaces, with the present ones. */
export function withNamespaces(
  projects: readonly RancherProject[],
  namespaces: readonly ClusterContent[],
): RancherProject[] {
  const byProject = Map.groupBy(namespaces, ({ rancherProjectUuid }) => rancherProjectUuid);
  return projects.flatMap((project) => {
    const inside = (byProject.get(project.uuid) ?? []).map(({ uuid, name }) => ({ uuid, name }));
    const shown = inside.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, MOST_SHOWN);
    return isSameValue(project.namespaces, shown) ? [] : [{ ...project, namespaces: shown }];
  });
}
