import type { Uuid } from '#shared/domain/_core/identifier';
import { type GroupMeaning, type GroupOwner, type GroupScope, ownedMeaning, parentGroupName } from './group-names.ts';

/** A group that a record of Paddock needs. */
export type WantedGroup = {
  /**
   * The group's recorded name. A recorded name may have another style than the names of new groups, because a provider
   * may change its style of names.
   */
  name: string;
  role: string;
  scope: GroupScope;
  /**
   * The cluster of the role, or of the role's Rancher project. In Keycloak, the role's group is inside the parent group
   * of this cluster.
   */
  clusterUuid: Uuid;
};
/** A group in Keycloak. */
export type FoundGroup = {
  id: string;
  name: string;
  parentId?: string;
  attributes: Readonly<Record<string, readonly string[]>>;
  childCount: number;
};
export type GroupDiff = {
  /** Clusters whose parent group has to be created. */
  createParents: Uuid[];
  /** Groups to create, each with the id of its parent group if the parent already exists. */
  create: { wanted: WantedGroup; parentId?: string }[];
  keep: { wanted: WantedGroup; group: FoundGroup }[];
  /**
   * Groups that Paddock created and that have no record any more. Children come before parents. A parent is listed only
   * if all groups below it are listed, too, because deleting a parent deletes all groups below it. Before you delete a
   * parent, read it again and check that it has no children.
   */
  leftovers: FoundGroup[];
};
type Owned = { group: FoundGroup; meaning: GroupMeaning };

/**
 * Decides which groups to create and which to delete. Read Keycloak's list first, and the records after it. In the
 * opposite order, a group that is created between the two reads would be in the list without a record. The group would
 * then count as a leftover. Groups of other owners (`GroupOwner`) are never adopted. If such a group has a wanted name,
 * the creation of Paddock's group fails with a conflict.
 */
export function diffGroups(wanted: readonly WantedGroup[], found: readonly FoundGroup[], owner: GroupOwner): GroupDiff {
  const owned = found.flatMap((group): Owned[] => {
    const meaning = ownedMeaning(group, owner);
    return meaning ? [{ group, meaning }] : [];
  });
  const tops = owned.filter(({ group, meaning }) => meaning.kind === 'parent' && group.parentId === undefined);
  const children = owned.filter(({ meaning }) => meaning.kind === 'child').map(({ group }) => group);
  const parentIds = new Map(tops.map(({ group }) => [group.name, group.id]));
  const placed = new Map(children.map((group) => [`${group.parentId}/${group.name}`, group]));

  const keep: GroupDiff['keep'] = [];
  const create: GroupDiff['create'] = [];
  for (const one of wanted) {
    const parentId = parentIds.get(parentGroupName(one.clusterUuid));
    const group = placed.get(`${parentId}/${one.name}`);
    if (group) keep.push({ wanted: one, group });
    else create.push({ wanted: one, ...(parentId !== undefined && { parentId }) });
  }
  const kept = new Set(keep.map(({ group }) => group.id));
  const needed = new Set(wanted.map(({ clusterUuid }) => clusterUuid));
  const leftChildren = children.filter(({ id }) => !kept.has(id));
  const leftBelow = Map.groupBy(leftChildren, ({ parentId }) => parentId);
  const leftParents = tops.filter(({ group, meaning }) => {
    if (meaning.kind !== 'parent' || needed.has(meaning.clusterUuid)) return false;
    return (leftBelow.get(group.id)?.length ?? 0) >= group.childCount;
  });
  return {
    createParents: [...needed].filter((uuid) => !parentIds.has(parentGroupName(uuid))),
    create,
    keep,
    leftovers: [...leftChildren, ...leftParents.map(({ group }) => group)],
  };
}
