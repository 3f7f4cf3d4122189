import { rancherSettingsOf } from '#shared/app/rancher-settings-of';
import type { Cluster } from '#shared/domain/cluster';
import type { Clock, Logger, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import type { Vault, VaultSessions } from '#shared/ports/vault';

export type VaultDeps = {
  store: Store;
  vault: VaultSessions;
  secrets: Secrets;
  clock: Clock;
  log: Logger;
  stage: string;
};

/** undefined when the provider's Vault was taken out of its settings after the machine had asked: then there is nothing to do. */
export async function vaultOf(
  deps: Pick<VaultDeps, 'store' | 'vault'>,
  { settingsUuid }: Cluster,
): Promise<Vault | undefined> {
  return deps.vault.open(await rancherSettingsOf(deps, settingsUuid));
}
