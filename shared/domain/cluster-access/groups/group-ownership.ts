import type { Uuid } from '#shared/domain/_core/identifier';
import { type GroupMeaning, readGroupName } from './group-names.ts';

/** The owner of groups: several installations, and several providers of one, may share a realm. */
export type GroupOwner = { stage: string; settingsUuid: Uuid };
type Attributes = Readonly<Record<string, readonly string[]>>;

/** Attributes that all groups of an owner have; used to search for them. */
export const ownerMark = ({ stage, settingsUuid }: GroupOwner): Record<string, string> => ({
  managed_by: `paddock/${stage}`,
  provider_uuid: settingsUuid,
});

/** Attributes of a new group. `scopeUuid` is the one in its name. */
export const groupAttributes = (owner: GroupOwner, scopeUuid: Uuid): Record<string, string[]> =>
  Object.fromEntries(Object.entries({ ...ownerMark(owner), scope_uuid: scopeUuid }).map(([name, it]) => [name, [it]]));

/**
 * The purpose of the group, if it belongs to the owner: both its name and its attributes have to match. The name alone
 * is not enough (docs/spec/access.md#groups-in-keycloak): others make `project_…` groups too, and a group that somebody
 * else has adopted has lost its mark.
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
