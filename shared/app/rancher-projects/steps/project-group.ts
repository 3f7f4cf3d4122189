import { findChild, findParent, makeChild, makeParent, type Realm } from '#shared/app/cluster-access/own-groups';
import type { KeycloakDeps } from '#shared/app/cluster-access/steps/keycloak-deps';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import { steps } from '#shared/contracts/steps';
import type { ProjectResource } from '#shared/domain/marketplace/rancher-project-order';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { groupScopeOf, projectGroupOwner, sharedClusterUuid } from '#shared/domain/rancher-projects/project-groups';
import { Misconfigured } from '#shared/errors';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Store } from '#shared/ports/store';
import { onProject } from './on-project.ts';

/** The provider's Keycloak. Undefined when the settings of the provider have no Keycloak, or no longer have one. */
async function findRealm(deps: KeycloakDeps, settings: RancherSettings): Promise<Realm | undefined> {
  const keycloak = await deps.keycloak.open(settings);
  return keycloak && { keycloak, owner: projectGroupOwner({ stage: deps.stage, settingsUuid: settings.uuid }) };
}

const childOf = (resource: Resource, part: ProjectResource, name: string) => ({
  clusterUuid: sharedClusterUuid(part.settingsUuid, part.clusterId),
  scopeUuid: groupScopeOf(resource, part.remote),
  name,
});

export const ensureProjectGroup = onProject(
  steps.keycloak.ensureProjectGroup,
  async (deps: KeycloakDeps, { resource, part }) => {
    if (!part.groups) return {};
    const settings = await rancherSettingsOf(deps, part.settingsUuid);
    const realm = await findRealm(deps, settings);
    if (!realm) throw new Misconfigured(`Provider ${settings.name} has no Keycloak.`);
    const wanted = childOf(resource, part, part.groups.child);
    if (await findChild(realm, wanted)) return {};
    const parent = await findParent(realm, wanted.clusterUuid);
    await makeChild(realm, parent?.id ?? (await makeParent(realm, wanted.clusterUuid)), wanted);
    return {};
  },
);

/** Whether another resource of the same marketplace project gives access through the same group. */
async function isShared({ resources }: Pick<Store, 'resources'>, resource: Resource, part: ProjectResource) {
  const { items } = await resources.list({ visibility: 'all', projectUuid: resource.projectUuid }, WHOLE_LIST);
  return items.some(
    ({ uuid, state, rancherProject: other }) =>
      uuid !== resource.uuid &&
      state !== 'Terminated' &&
      other?.settingsUuid === part.settingsUuid &&
      other.groups?.parent === part.groups?.parent &&
      other.groups?.child === part.groups?.child,
  );
}

/**
 * Deletes the group of the project. A group with children is kept, because Keycloak would delete the children, too. A
 * group without Paddock's attributes counts as missing.
 */
export const deleteProjectGroup = onProject(
  steps.keycloak.deleteProjectGroup,
  async (deps: KeycloakDeps, { resource, part }) => {
    if (!part.groups || (await isShared(deps.store, resource, part))) return {};
    const realm = await findRealm(deps, await rancherSettingsOf(deps, part.settingsUuid));
    if (!realm) return {};
    const wanted = childOf(resource, part, part.groups.child);
    const child = await findChild(realm, wanted);
    if (child?.childCount === 0) await realm.keycloak.deleteGroup(child.id);
    const parent = await findParent(realm, wanted.clusterUuid);
    if (parent?.childCount === 0) await realm.keycloak.deleteGroup(parent.id);
    return {};
  },
);
