import { steps } from '#shared/contracts/steps';
import { onProvider } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import { removeCredentials } from './remove-credentials.ts';
import { type VaultDeps, vaultOf } from './vault-deps.ts';

/**
 * At the end of a creation, when all machines have logged in, and in a deletion, where mostly nothing is left to do. A creation
 * that failed keeps what it has: a retry goes on with it, and machines that are still booting need it.
 */
export const deleteCredentials = onProvider(steps.vault.deleteCredentials, async (deps: VaultDeps, target, cluster) => {
  const vault = await vaultOf(deps, cluster);
  if (!vault) return {};
  await removeCredentials(vault, cluster);
  await note(deps, target, { step: 'vault-clean', message: 'The cluster’s credentials are gone from Vault' });
  return {};
});
