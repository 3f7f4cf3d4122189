import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { DeletionBlocked } from '#shared/errors';
import { groupsOfCluster } from './groups-of-cluster.ts';
import { findRealm, type KeycloakDeps } from './keycloak-deps.ts';

/**
 * Fails while a group of the cluster exists in Keycloak, and names the group. A deletion must be complete
 * (docs/spec/design.md#deletion-is-complete).
 */
export const sweepGroups = onProvider(steps.keycloak.sweepGroups, async (deps: KeycloakDeps, target, cluster) => {
  const realm = await findRealm(deps, cluster);
  const { own } = realm ? await groupsOfCluster(realm, cluster.uuid) : { own: [] };
  if (own.length > 0) {
    throw new DeletionBlocked(`Not deleted yet: ${own.map(({ name }) => `group ${name} in Keycloak`).join(', ')}.`);
  }
  await note(deps, target, { step: 'sweep-keycloak', message: 'Nothing is left in Keycloak' });
  return {};
});
