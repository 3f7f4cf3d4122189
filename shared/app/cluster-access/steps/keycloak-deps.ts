import type { SlotDeps } from '#shared/app/_core/steps/hold-slot';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { Misconfigured } from '#shared/errors';
import type { KeycloakSessions } from '#shared/ports/keycloak';
import type { Logger } from '#shared/ports/runtime';
import type { Realm } from '../own-groups.ts';

export type KeycloakDeps = SlotDeps & { keycloak: KeycloakSessions; stage: string; log: Logger };

/** Opens the provider's Keycloak. Returns undefined when the settings of the provider no longer have a Keycloak. */
export async function findRealm(
  { store, keycloak: sessions, stage }: KeycloakDeps,
  { settingsUuid }: Cluster,
): Promise<Realm | undefined> {
  const keycloak = await sessions.open(await rancherSettingsOf({ store }, settingsUuid));
  return keycloak && { keycloak, owner: { stage, settingsUuid } };
}

export async function realmOf(deps: KeycloakDeps, cluster: Cluster): Promise<Realm> {
  const realm = await findRealm(deps, cluster);
  if (!realm) throw new Misconfigured(`Provider ${cluster.settingsName} has no Keycloak any more.`);
  return realm;
}
