import pMap from 'p-map';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import { isWanted } from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { Store } from '#shared/ports/store';

const AT_A_TIME = 8;

/** Groups that stay. A group is deleted with its last membership, so it is not created again meanwhile. */
export async function exceptDeleting<A>(
  { store }: { store: Store },
  items: readonly A[],
  groupOf: (item: A) => KeycloakGroup | undefined,
): Promise<A[]> {
  const isStaying = await pMap(
    items,
    async (item) => {
      const group = groupOf(item);
      const memberships = group ? await store.keycloakMemberships.listByGroup(group) : [];
      return memberships.length === 0 || memberships.some(isWanted);
    },
    { concurrency: AT_A_TIME },
  );
  return items.filter((_, index) => isStaying[index]);
}
