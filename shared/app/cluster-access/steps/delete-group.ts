import { onAccess } from '#shared/app/_core/steps/implement';
import { steps } from '#shared/contracts/steps';
import { findChild, findParent, type Realm } from '../own-groups.ts';
import { type KeycloakDeps, realmOf } from './keycloak-deps.ts';
import { membershipOfOperation } from './membership-of-operation.ts';

/** Deletes the cluster's own group if no groups are left below it. */
async function deleteParentIfEmpty(realm: Realm, clusterUuid: string): Promise<void> {
  const parent = await findParent(realm, clusterUuid);
  if (parent && parent.childCount === 0) await realm.keycloak.deleteGroup(parent.id);
}

/**
 * Deletes the group if it has no memberships. If a membership was added meanwhile, the group is kept. The record is
 * deleted last, because the step can be repeated only while the record exists.
 */
export const deleteGroup = onAccess(steps.keycloak.deleteGroup, async (deps: KeycloakDeps, target, cluster) => {
  const { store } = deps;
  const { group } = await membershipOfOperation(store, cluster, target);
  if (!group || (await store.keycloakMemberships.hasAny(group))) return {};
  const realm = await realmOf(deps, cluster);
  const child = await findChild(realm, group);
  if (child) await realm.keycloak.deleteGroup(child.id);
  await deleteParentIfEmpty(realm, cluster.uuid);
  await store.commit(store.keycloakGroups.remove(group));
  return {};
});
