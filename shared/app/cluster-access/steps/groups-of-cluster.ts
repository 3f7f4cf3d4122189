import type { FoundGroup } from '#shared/domain/cluster-access/groups/diff-groups';
import { ownedMeaning, ownerMark } from '#shared/domain/cluster-access/groups/group-names';
import type { KeycloakGroup } from '#shared/ports/keycloak';
import { findParent, type Realm } from '../own-groups.ts';

/**
 * Groups of a cluster in Keycloak. In `own`, child groups come before their parents. `foreign` groups are below the
 * cluster's group, but Paddock did not create them.
 */
export type GroupsOfCluster = { own: FoundGroup[]; foreign: KeycloakGroup[] };

/**
 * Finds the groups with the cluster's uuid, and all groups below these groups. The lower groups are for roles in the
 * cluster and in its projects in Rancher. Paddock's groups are recognized by attributes and names
 * (docs/spec/access.md#groups-in-keycloak).
 */
export async function groupsOfCluster(realm: Realm, clusterUuid: string): Promise<GroupsOfCluster> {
  const { keycloak, owner } = realm;
  const isOwn = (group: FoundGroup): boolean => ownedMeaning(group, owner) !== undefined;
  const marked = await Array.fromAsync(keycloak.listGroups({ ...ownerMark(owner), scope_uuid: clusterUuid }));
  const parent = await findParent(realm, clusterUuid);
  const below = parent ? await Array.fromAsync(keycloak.listChildren(parent.id)) : [];
  const found = new Map([...marked, ...below, ...(parent ? [parent] : [])].map((group) => [group.id, group]));
  const own = [...found.values()].filter(isOwn);
  const isTop = ({ parentId }: FoundGroup): boolean => parentId === undefined;
  return {
    own: [...own.filter((group) => !isTop(group)), ...own.filter(isTop)],
    foreign: below.filter((group) => !isOwn(group)),
  };
}
