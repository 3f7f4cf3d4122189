import type { RancherDeps } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { groupPrincipal } from '#shared/domain/cluster-access/groups/group-names';
import type { ProjectResource } from '#shared/domain/marketplace/rancher-project-order';
import { BackendUnavailable } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import { rancherOfProject } from './ensure-project.ts';
import { onProject } from './on-project.ts';

/** The bindings of the project's group to the project's role. Bindings that somebody else created are left out. */
async function bindingsOf(rancher: Rancher, { backendId, role }: ProjectResource, group: string): Promise<string[]> {
  const principal = groupPrincipal(group);
  const listed = await rancher.listRoleBindings('project', backendId);
  const own = listed.filter(
    (it) => it.placeId === backendId && it.groupPrincipalId === principal && it.roleTemplateId === role,
  );
  return own.map(({ id }) => id);
}

export const bindProjectGroup = onProject(steps.rancher.bindProjectGroup, async (deps: RancherDeps, { part }) => {
  const { groups, backendId: placeId, role: roleTemplateId } = part;
  if (!groups) return {};
  const rancher = await rancherOfProject(deps, part);
  if ((await bindingsOf(rancher, part, groups.child)).length > 0) return {};
  const groupPrincipalId = groupPrincipal(groups.child);
  await rancher.createRoleBinding('project', { placeId, roleTemplateId, groupPrincipalId });
  return {};
});

/**
 * Deletes the bindings of the group. A binding has effect as long as Rancher lists it, so the step lists the bindings
 * again after the deletion.
 */
export const unbindProjectGroup = onProject(steps.rancher.unbindProjectGroup, async (deps: RancherDeps, { part }) => {
  const { groups, backendId, role } = part;
  if (!groups || backendId === '') return {};
  const rancher = await rancherOfProject(deps, part);
  const found = await bindingsOf(rancher, part, groups.child);
  for (const id of found) await rancher.deleteRoleBinding('project', id);
  if (found.length > 0 && (await bindingsOf(rancher, part, groups.child)).length > 0) {
    throw new BackendUnavailable(`Rancher still binds the role ${role} to the group ${groups.child}.`);
  }
  return {};
});
