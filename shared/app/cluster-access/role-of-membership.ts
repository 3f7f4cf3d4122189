import type { KeycloakMembership } from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { RoleToGive } from '#shared/domain/cluster-access/role-to-give';
import type { Store } from '#shared/ports/store';

/** What its group has in Rancher, and of a role in a project what is known of that. */
export async function roleOfMembership(
  { store }: { store: Pick<Store, 'rancherProjects'> },
  { settingsUuid, clusterUuid, scopeType, scopeUuid, role: name }: KeycloakMembership,
): Promise<RoleToGive> {
  if (scopeType === 'cluster') return { scopeType, name };
  return { scopeType, name, project: await store.rancherProjects.find({ settingsUuid, clusterUuid, uuid: scopeUuid }) };
}
