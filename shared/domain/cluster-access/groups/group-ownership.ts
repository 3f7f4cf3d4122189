import type { Uuid } from '#shared/domain/_core/identifier';
import { type GroupMeaning, readGroupName } from './group-names.ts';

/** Whose groups: several installations, and several providers of one, may share a realm. */
export type GroupOwner = { stage: string; settingsUuid: Uuid };
type Attributes = Readonly<Record<string, readonly string[]>>;

/** What all groups of an owner carry, to ask for them by. */
export const ownerMark = ({ stage, settingsUuid }: GroupOwner): Record<string, string> => ({
  managed_by: `paddock/${stage}`,
  provider_uuid: settingsUuid,
});

/** What a group is made with. `scopeUuid` is the one in its name. */
export const groupAttributes = (owner: GroupOwner, scopeUuid: Uuid): Record<string, string[]> =>
  Object.fromEntries(Object.entries({ ...ownerMark(owner), scope_uuid: scopeUuid }).map(([name, it]) => [name, [it]]));

/**
 * What the group is for, if it is the owner's: it has the name of one, and the attributes that go with that name. Never by name alone
 * (docs/spec/access.md#groups-in-keycloak): others make `project_…` groups as well, and a group that somebody has taken over has lost its
 * mark.
 */
export function ownedMeaning(
  { name, attributes }: { name: string; attributes: Attributes },
  owner: GroupOwner,
): GroupMeaning | undefined {
  const meaning = readGroupName(name);
  if (!meaning) return undefined;
  const scopeUuid = meaning.kind === 'parent' ? meaning.clusterUuid : meaning.scope.uuid;
  const expected = Object.entries(groupAttributes(owner, scopeUuid));
  const isMarked = expected.every(([key, [value]]) => attributes[key]?.length === 1 && attributes[key][0] === value);
  return isMarked ? meaning : undefined;
}
