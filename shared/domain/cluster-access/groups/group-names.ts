import type { Uuid } from '#shared/domain/_core/identifier';

/** The scope of a role: a whole cluster, or a Rancher project in it. */
export type GroupScope = { type: 'cluster' | 'project'; uuid: Uuid };
/**
 * How a provider's groups are named: `cluster_…` and `project_…`, or `c_…` and `p_…` as in Waldur's code
 * (docs/spec/access.md#groups-in-keycloak).
 */
export type GroupNameStyle = 'long' | 'short';
/** The meaning of a group, parsed from the group's name. */
export type GroupMeaning =
  | { kind: 'parent'; clusterUuid: Uuid }
  | { kind: 'child'; scope: GroupScope; role: string; style: GroupNameStyle };

const LETTER = { cluster: 'c', project: 'p' } as const;
const PARENT = /^c_([0-9a-f]{32})$/;
const CHILD = /^(c|p|cluster|project)_([0-9a-f]{32})_([\w.-]+)$/;
const SCOPES: Record<string, Pick<GroupScope, 'type'> & { style: GroupNameStyle }> = {
  c: { type: 'cluster', style: 'short' },
  p: { type: 'project', style: 'short' },
  cluster: { type: 'cluster', style: 'long' },
  project: { type: 'project', style: 'long' },
};
/** Prefix of Rancher's principals for Keycloak groups. */
const PRINCIPAL = 'keycloakoidc_group://';

/** The name of a cluster's parent group: `c_<cluster hex>`. The name is the same in both styles of group names. */
export const parentGroupName = (clusterUuid: Uuid): string => `c_${clusterUuid}`;

/**
 * The name of the group of a role: `cluster_<hex>_cluster-owner`, or `c_<hex>_cluster-owner` in the short style.
 * @throws if the role is not a valid name of a Rancher role template, because the group's name could not be parsed then
 */
export function childGroupName({ type, uuid }: GroupScope, role: string, style: GroupNameStyle = 'long'): string {
  const name = `${style === 'long' ? type : LETTER[type]}_${uuid}_${role}`;
  if (!CHILD.test(name)) throw new Error(`"${role}" cannot be part of the name of a Keycloak group`);
  return name;
}

/**
 * Parses a group's name in both styles, because a provider's style may have changed. Undefined for a name that Paddock
 * does not make.
 */
export function parseGroupName(name: string): GroupMeaning | undefined {
  const clusterUuid = PARENT.exec(name)?.[1];
  if (clusterUuid !== undefined) return { kind: 'parent', clusterUuid };
  const [, word = '', uuid = '', role = ''] = CHILD.exec(name) ?? [];
  const scope = SCOPES[word];
  return scope && { kind: 'child', scope: { type: scope.type, uuid }, role, style: scope.style };
}

export const groupPrincipal = (name: string): string => PRINCIPAL + name;
/** The name of the Keycloak group that a Rancher principal represents. Undefined for other principals. */
export const groupOfPrincipal = (principal: string): string | undefined =>
  principal.startsWith(PRINCIPAL) ? principal.slice(PRINCIPAL.length) : undefined;

/**
 * The installation and the provider that own a group. A Keycloak realm may be shared by several installations and
 * several providers.
 */
export type GroupOwner = { stage: string; settingsUuid: Uuid };
type Attributes = Readonly<Record<string, readonly string[]>>;

/** Attributes of all groups of an owner. Paddock searches for the owner's groups by these attributes. */
export const ownerMark = ({ stage, settingsUuid }: GroupOwner): Record<string, string> => ({
  managed_by: `paddock/${stage}`,
  provider_uuid: settingsUuid,
});

/** Attributes of a new group. `scopeUuid` is the uuid in the group's name. */
export const groupAttributes = (owner: GroupOwner, scopeUuid: Uuid): Record<string, string[]> =>
  Object.fromEntries(Object.entries({ ...ownerMark(owner), scope_uuid: scopeUuid }).map(([name, it]) => [name, [it]]));

/**
 * The meaning of a group, parsed from its name. Undefined if the group does not belong to `owner`. Name and attributes
 * must both match, because other programs make `project_…` groups, too (docs/spec/access.md#groups-in-keycloak). If
 * somebody else takes over a group, it no longer has the owner's attributes.
 */
export function ownedMeaning(
  { name, attributes }: { name: string; attributes: Attributes },
  owner: GroupOwner,
): GroupMeaning | undefined {
  const meaning = parseGroupName(name);
  if (!meaning) return undefined;
  const scopeUuid = meaning.kind === 'parent' ? meaning.clusterUuid : meaning.scope.uuid;
  const expected = Object.entries(groupAttributes(owner, scopeUuid));
  const isMarked = expected.every(([key, [value]]) => attributes[key]?.length === 1 && attributes[key][0] === value);
  return isMarked ? meaning : undefined;
}
