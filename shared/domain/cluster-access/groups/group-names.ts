import type { Uuid } from '#shared/domain/_core/identifier';

/** What a role is granted in: a whole cluster, or a Rancher project of one. */
export type GroupScope = { type: 'cluster' | 'project'; uuid: Uuid };
/**
 * Of a provider: `cluster_…` and `project_…` as the seed has them, or `c_…` and `p_…` as Waldur's code makes them
 * (docs/spec/access.md#groups-in-keycloak).
 */
export type GroupNameStyle = 'long' | 'short';
/** What a group of ours is for, by its name. */
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
/** In Rancher's principals of groups that its Keycloak tells it of. */
const PRINCIPAL = 'keycloakoidc_group://';

/** `c_<cluster hex>` (W4): all groups of a cluster are below this one, whatever the style. */
export const parentGroupName = (clusterUuid: Uuid): string => `c_${clusterUuid}`;

/**
 * `cluster_<hex>_cluster-owner`, or `c_<hex>_cluster-owner`.
 * @throws for a role that is no name of a Rancher role template: its group would not be known again
 */
export function childGroupName({ type, uuid }: GroupScope, role: string, style: GroupNameStyle = 'long'): string {
  const name = `${style === 'long' ? type : LETTER[type]}_${uuid}_${role}`;
  if (!CHILD.test(name)) throw new Error(`"${role}" cannot be the role of a group`);
  return name;
}

/** Reads both styles, whatever the provider's is now; undefined for a name that is not of our making. */
export function readGroupName(name: string): GroupMeaning | undefined {
  const clusterUuid = PARENT.exec(name)?.[1];
  if (clusterUuid !== undefined) return { kind: 'parent', clusterUuid };
  const [, word = '', uuid = '', role = ''] = CHILD.exec(name) ?? [];
  const scope = SCOPES[word];
  return scope && { kind: 'child', scope: { type: scope.type, uuid }, role, style: scope.style };
}

/** How Rancher calls the group (S0-117). */
export const groupPrincipal = (name: string): string => PRINCIPAL + name;
/** The group's name; undefined for principals of another kind. */
export const groupOfPrincipal = (principal: string): string | undefined =>
  principal.startsWith(PRINCIPAL) ? principal.slice(PRINCIPAL.length) : undefined;
