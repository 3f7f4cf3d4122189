import { onProvider } from '#shared/app/_core/steps/implement';
import { nodeNameOfOperation } from '#shared/app/_core/steps/nodes-of-operation';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { credentialsOfOperation } from './credentials-of-operation.ts';
import { removeCredentials } from './remove-credentials.ts';
import { type VaultDeps, vaultOf } from './vault-deps.ts';

/**
 * At the end of a creation, or of the addition of a node, when all its machines have logged in, and in a deletion, where mostly
 * nothing is left to do. A creation that failed keeps what it has: a retry goes on with it, and machines that are still booting need it.
 */
export const deleteCredentials = onProvider(steps.vault.deleteCredentials, async (deps: VaultDeps, target, cluster) => {
  const vault = await vaultOf(deps, cluster);
  if (!vault) return {};
  for (const owner of await credentialsOfOperation(deps, target, cluster)) await removeCredentials(vault, owner);
  const nodeName = nodeNameOfOperation(cluster, target);
  await note(deps, target, { step: 'vault-clean', message: 'What machines log in with is gone from Vault', nodeName });
  return {};
});
