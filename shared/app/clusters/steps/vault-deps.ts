import type { SlotDeps } from '#shared/app/_core/steps/hold-slot';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Logger, Secrets } from '#shared/ports/runtime';
import type { Vault, VaultSessions } from '#shared/ports/vault';

export type VaultDeps = SlotDeps & {
  vault: VaultSessions;
  secrets: Secrets;
  log: Logger;
  stage: string;
};

/**
 * Opens the provider's Vault. Returns undefined if somebody has removed the Vault from the provider's settings during
 * the operation. The step then does nothing.
 */
export async function vaultOf(
  deps: Pick<VaultDeps, 'store' | 'vault'>,
  { settingsUuid }: Cluster,
): Promise<Vault | undefined> {
  return deps.vault.open(await rancherSettingsOf(deps, settingsUuid));
}
