import { createHash } from 'node:crypto';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ContentObject, RoleBinding } from '../_core/rancher-objects.ts';
import { backingNamespaceOf } from '../projects/project-view.ts';
import { PROJECT } from './content-types.ts';
import { isBeingDeleted } from './namespace-change.ts';

const RBAC = 'rbac.authorization.k8s.io';
const [ROLE_BINDING, CLUSTER_ROLE] = [`${RBAC}.rolebinding`, `${RBAC}.clusterrole`];
/** The label that names the Rancher binding from which a role binding in the cluster was made. */
const OWNER = 'authz.cluster.cattle.io/rtb-owner-updated';

type Wanted = { name: string; role: string; group: string; owner: string };

function rolesOf({ store }: Pick<RancherContext, 'store'>, id: string): string[] {
  const parents = store.roleTemplates.get(id)?.roleTemplateIds ?? [];
  return [id, ...parents.flatMap((parent) => rolesOf({ store }, parent))];
}

/** Only groups are bound. The rights of Rancher's own accounts are simulated without role bindings in the cluster. */
function wantedIn(context: RancherContext, { annotations }: ContentObject): Wanted[] {
  const ofProject = ({ kind, placeId, groupPrincipalId, removedAt }: RoleBinding) =>
    kind === 'project' && placeId === annotations[PROJECT] && groupPrincipalId !== '' && removedAt === undefined;
  return [...context.store.roleBindings.values()].filter(ofProject).flatMap((binding) =>
    rolesOf(context, binding.roleTemplateId).map((role) => {
      const group = binding.groupPrincipalId;
      const name = `rb-${createHash('sha256').update(`${role} ${group}`).digest('hex').slice(0, 10)}`;
      return { name, role, group, owner: `${backingNamespaceOf(binding.placeId)}_${binding.name}` };
    }),
  );
}

/** Kubernetes' own roles are in every cluster, so only other roles are made. */
function ensureRole({ store, contents }: RancherContext, clusterId: string, role: string): void {
  const template = store.roleTemplates.get(role);
  if (!template || template.external || contents.find(clusterId, CLUSTER_ROLE, role)) return;
  contents.add(clusterId, CLUSTER_ROLE, { name: role, body: { rules: template.rules ?? [] } });
}

/**
 * Binds the roles of a project's groups in one of its namespaces. Removes the bindings of a project that the namespace
 * has left.
 */
export function bindInNamespace(context: RancherContext, namespace: ContentObject): void {
  const { contents } = context;
  const { clusterId, name } = namespace;
  if (isBeingDeleted(namespace)) return;
  const wanted = new Map(wantedIn(context, namespace).map((it) => [it.name, it]));
  for (const there of contents.listOf(clusterId, ROLE_BINDING)) {
    if (there.namespace !== name || there.labels[OWNER] === undefined) continue;
    if (!wanted.delete(there.name)) contents.remove(there);
  }
  for (const { role, group, owner, ...made } of wanted.values()) {
    ensureRole(context, clusterId, role);
    const body = {
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
      subjects: [{ apiGroup: RBAC, kind: 'Group', name: group }],
    };
    contents.add(clusterId, ROLE_BINDING, { ...made, namespace: name, labels: { [OWNER]: owner }, body });
  }
}

/**
 * Updates the role bindings in all namespaces of a project, a moment after a binding of the project was made or
 * deleted.
 */
export function projectBindingChanged(context: RancherContext, projectId: string): void {
  const { contents, clock, delays } = context;
  const [clusterId = ''] = projectId.split(':');
  clock.after(delays.roleSync, () => {
    for (const namespace of contents.listOf(clusterId, 'namespace')) {
      if (namespace.annotations[PROJECT] === projectId) bindInNamespace(context, namespace);
    }
  });
}
