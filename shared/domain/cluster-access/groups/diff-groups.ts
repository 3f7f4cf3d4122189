import type { Uuid } from '#shared/domain/_core/identifier';
import { type GroupMeaning, type GroupScope, parentGroupName } from './group-names.ts';
import { type GroupOwner, ownedMeaning } from './group-ownership.ts';

/** A group that a record of ours speaks for. */
export type WantedGroup = {
  /** As it is recorded: a provider may have changed its style since. */
  name: string;
  role: string;
  scope: GroupScope;
  /** Whose parent it is below: the scope itself, or the cluster of the project. */
  clusterUuid: Uuid;
};
/** A group as Keycloak has it. */
export type FoundGroup = {
  id: string;
  name: string;
  parentId?: string;
  attributes: Readonly<Record<string, readonly string[]>>;
  childCount: number;
};
export type GroupDiff = {
  /** Clusters that lack theirs. */
  createParents: Uuid[];
  /** With the parent's id where it is there already. */
  create: { wanted: WantedGroup; parentId?: string }[];
  keep: { wanted: WantedGroup; group: FoundGroup }[];
  /**
   * Ours, and no record speaks for them: children first, then the parents that nothing else is below. Deleting a parent takes all that
   * is below it, so right before that it has to be looked at again, and be childless.
   */
  leftovers: FoundGroup[];
};
type Owned = { group: FoundGroup; meaning: GroupMeaning };

/**
 * What has to be made, and what nobody needs any more, of one owner's groups. The list of Keycloak's is to be read before the records:
 * what was made in between is then recorded, and not taken for a leftover. What is not ours is neither kept nor left over, and if it
 * has a name that is wanted, making ours is a conflict, and no reason to take it over.
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
    ...{ create, keep },
    leftovers: [...leftChildren, ...leftParents.map(({ group }) => group)],
  };
}
