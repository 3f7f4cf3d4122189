import { onAccess } from '#shared/app/_core/steps/implement';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { groupPrincipal } from '#shared/domain/cluster-access/groups/group-names';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import { isWanted } from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { BackendUnavailable } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import { membershipOfOperation } from './membership-of-operation.ts';

type Place = { rancher: Rancher; context: KeycloakGroup['scopeType']; placeId: string };

/**
 * The id of the group's cluster or project in Rancher. Undefined when the project is no longer recorded. In this case,
 * Rancher has deleted the project together with its bindings.
 */
async function placeOf({ store }: RancherDeps, cluster: Cluster, group: KeycloakGroup): Promise<string | undefined> {
  if (group.scopeType === 'cluster') return cluster.backendId;
  return (await store.rancherProjects.find({ ...group, uuid: group.scopeUuid }))?.backendId;
}

/**
 * Lists the bindings of the group to its role in this cluster or project. Bindings of the group to other roles do not
 * come from Paddock and are kept.
 */
async function bindingsOf({ rancher, context, placeId }: Place, { name, role }: KeycloakGroup): Promise<string[]> {
  const found = await rancher.listRoleBindings(context, placeId);
  const own = found.filter((it) => it.groupPrincipalId === groupPrincipal(name) && it.roleTemplateId === role);
  return own.map(({ id }) => id);
}

async function ensureBinding(place: Place, group: KeycloakGroup): Promise<string> {
  const [found] = await bindingsOf(place, group);
  if (found !== undefined) return found;
  const wanted = { roleTemplateId: group.role, groupPrincipalId: groupPrincipal(group.name) };
  const { rancher, context, placeId } = place;
  return (await rancher.createRoleBinding(context, { ...wanted, placeId })).id;
}

/**
 * Deletes the bindings, and then lists them again, because a binding has effect as long as Rancher lists it. If a
 * binding is left, the step fails, and the state machine repeats it.
 */
async function removeBindings(place: Place, group: KeycloakGroup): Promise<void> {
  const found = await bindingsOf(place, group);
  for (const id of found) await place.rancher.deleteRoleBinding(group.scopeType, id);
  if (found.length === 0 || (await bindingsOf(place, group)).length === 0) return;
  throw new BackendUnavailable(`Rancher still binds the role ${group.role} to the group ${group.name}.`);
}

/**
 * Gives the group its role in Rancher when the group gets its first membership. This happens before the member is added
 * in Keycloak. Removes the role when the last membership ends (S0-125, S0-154).
 */
export const syncRoleBinding = onAccess(steps.rancher.syncRoleBinding, async (deps: RancherDeps, target, cluster) => {
  const { store, clock } = deps;
  const { group, membership } = await membershipOfOperation(store, cluster, target);
  if (!group || (membership && !isWanted(membership))) return {};
  const placeId = await placeOf(deps, cluster, group);
  if (placeId === undefined) return {};
  const rancher = await rancherOf(deps, cluster);
  const place = { rancher, context: group.scopeType, placeId };
  if (!(await store.keycloakMemberships.hasAny(group))) {
    await removeBindings(place, group);
    return {};
  }
  const bindingId = await ensureBinding(place, group);
  if (group.bindingId !== bindingId)
    await store.commit(store.keycloakGroups.replace(changed(group, clock.now(), { bindingId })));
  return {};
});
