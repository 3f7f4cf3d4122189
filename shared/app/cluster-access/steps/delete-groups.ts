import { onProvider } from '#shared/app/_core/steps/implement';
import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { DeletionBlocked } from '#shared/errors';
import { groupsOfCluster } from './groups-of-cluster.ts';
import { findRealm, type KeycloakDeps } from './keycloak-deps.ts';

/**
 * Deletes the cluster's groups, which ends all access to the cluster (S0-139). Keycloak deletes a group with all groups
 * below it. So if somebody else has created a group below the cluster's group, the step fails and names that group.
 */
export const deleteGroups = onProvider(steps.keycloak.deleteGroups, async (deps: KeycloakDeps, target, cluster) => {
  const realm = await findRealm(deps, cluster);
  if (!realm) return {};
  const { own, foreign } = await groupsOfCluster(realm, cluster.uuid);
  const [stranger] = foreign;
  for (const { id, name, parentId } of own) {
    if (stranger && parentId === undefined) {
      throw new DeletionBlocked(
        `Group ${name} in Keycloak has a subgroup that Paddock did not create: ${stranger.name}. Move or delete this subgroup.`,
      );
    }
    await nameWhatBlocks(`group ${name} in Keycloak`, realm.keycloak.deleteGroup(id));
  }
  await note(deps, target, { step: 'keycloak-clean', message: 'Groups of the cluster are gone from Keycloak' });
  return {};
});
