import type { RancherContext } from '../_core/rancher-context.ts';
import type { RancherProject } from '../_core/rancher-objects.ts';
import { PROJECT } from './content-types.ts';
import type { Contents } from './contents.ts';

const NAMESPACE_ROLES = ['edit', 'readonly'] as const;
const ROLE = 'rbac.authorization.k8s.io.clusterrole';
const roleNames = ({ id }: RancherProject): string[] =>
  NAMESPACE_ROLES.map((verb) => `${id.split(':')[1]}-namespaces-${verb}`);

/**
 * Makes roles in the cluster for a new project, as Rancher's agent does. The roles give the members of the project
 * access to the project's namespaces.
 */
export function projectMade({ store, contents, clock, delays }: RancherContext, project: RancherProject): void {
  clock.after(delays.projectRoles, () => {
    if (!store.projects.has(project.id)) return;
    for (const name of roleNames(project)) contents.add(project.clusterId, ROLE, { name });
  });
}

export function projectGone({ contents, clock, delays }: RancherContext, project: RancherProject): void {
  clock.after(delays.projectNamespaces, () => leaveProject(contents, project));
}

function leaveProject(contents: Contents, { clusterId, id }: RancherProject): void {
  for (const role of contents.listOf(clusterId, ROLE)) {
    if (role.name.startsWith(`${id.split(':')[1]}-namespaces-`)) contents.remove(role);
  }
  for (const { name, annotations } of contents.listOf(clusterId, 'namespace')) {
    if (annotations[PROJECT] === id) contents.delete(clusterId, 'namespace', { name });
  }
}
