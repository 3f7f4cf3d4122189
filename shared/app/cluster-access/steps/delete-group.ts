import { onAccess } from '#shared/app/_core/steps/implement';
import { steps } from '#shared/contracts/steps';
import { findChild, findParent, type Realm } from '../own-groups.ts';
import { type KeycloakDeps, realmOf } from './keycloak-deps.ts';
import { membershipOfOperation } from './membership-of-operation.ts';

/** A parent goes when no child of any kind, ours or not, is left. */
async function deleteParentIfEmpty(realm: Realm, clusterUuid: string): Promise<void> {
  const parent = await findParent(realm, clusterUuid);
  if (parent && parent.childCount === 0) await realm.keycloak.deleteGroup(parent.id);
}

/** The record goes last: as long as it is there, the deletion can be repeated. Who was let in meanwhile keeps the group. */
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
