import type { KeycloakMembership } from '../../domain/access/keycloak-membership.ts';
import type { RoleToGive } from '../../domain/access/role-to-give.ts';
import type { Store } from '../../ports/store.ts';

/** What its group has in Rancher, and of a role in a project what is known of that. */
export async function roleOfMembership(
  { store }: { store: Pick<Store, 'rancherProjects'> },
  { settingsUuid, clusterUuid, scopeType, scopeUuid, role: name }: KeycloakMembership,
): Promise<RoleToGive> {
  if (scopeType === 'cluster') return { scopeType, name };
  return { scopeType, name, project: await store.rancherProjects.find({ settingsUuid, clusterUuid, uuid: scopeUuid }) };
}
