import type { Target } from '#shared/app/_core/steps/fence';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import type { KeycloakMembership } from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Store } from '#shared/ports/store';

export type MembershipTarget = Target & { groupUuid: string; membershipUuid: string };
type InHand = { group: KeycloakGroup | undefined; membership: KeycloakMembership | undefined };

/** Reads the group and the membership as they are now. A group or membership that was deleted is undefined. */
export async function membershipOfOperation(
  store: Store,
  { settingsUuid }: Cluster,
  { clusterUuid, groupUuid, membershipUuid }: MembershipTarget,
): Promise<InHand> {
  const [group, membership] = await Promise.all([
    store.keycloakGroups.find({ settingsUuid, clusterUuid, uuid: groupUuid }),
    store.keycloakMemberships.find({ settingsUuid, clusterUuid, groupUuid, uuid: membershipUuid }),
  ]);
  return { group, membership };
}
