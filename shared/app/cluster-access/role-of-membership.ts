import type { KeycloakMembership } from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { RoleToGive } from '#shared/domain/cluster-access/role-to-give';
import type { Store } from '#shared/ports/store';

/** The role of the membership's group in Rancher, with the recorded project of a role in a project. */
export async function roleOfMembership(
  { store }: { store: Pick<Store, 'rancherProjects'> },
  { settingsUuid, clusterUuid, scopeType, scopeUuid, role: name }: KeycloakMembership,
): Promise<RoleToGive> {
  if (scopeType === 'cluster') return { scopeType, name };
  return { scopeType, name, project: await store.rancherProjects.find({ settingsUuid, clusterUuid, uuid: scopeUuid }) };
}
