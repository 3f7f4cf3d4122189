import { onProvider } from '#shared/app/_core/steps/implement';
import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import { nodeNameOfOperation } from '#shared/app/_core/steps/nodes-of-operation';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import type { CredentialOwner } from '#shared/domain/nodes/machine-credential';
import { vaultNames } from '#shared/domain/planning/naming';
import type { Vault } from '#shared/ports/vault';
import { credentialsOfOperation } from './credentials-of-operation.ts';
import { type VaultDeps, vaultOf } from './vault-deps.ts';

/**
 * Deletes the role, the policy and the secret of a cluster or node. The role comes first, because without it no machine
 * can log in. If Vault refuses a deletion, the error names the object.
 */
async function removeCredentials(vault: Vault, owner: CredentialOwner): Promise<void> {
  const { role, policy, secretPath } = vaultNames(owner.uuid);
  await nameWhatBlocks(`role ${role} in Vault`, vault.deleteRole(role));
  await nameWhatBlocks(`policy ${policy} in Vault`, vault.deletePolicy(policy));
  await nameWhatBlocks(`secret ${secretPath} in Vault`, vault.deleteSecret(secretPath));
}

/**
 * Deletes the credentials with which machines log in to Vault. Runs when all machines of a creation or of an added node
 * have logged in. Also runs in deletions, which usually find no credentials. A failed creation keeps its credentials,
 * because a retry and machines that still boot need them.
 */
export const deleteCredentials = onProvider(steps.vault.deleteCredentials, async (deps: VaultDeps, target, cluster) => {
  const vault = await vaultOf(deps, cluster);
  if (!vault) return {};
  for (const owner of await credentialsOfOperation(deps, target, cluster)) await removeCredentials(vault, owner);
  const nodeName = nodeNameOfOperation(cluster, target);
  await note(deps, target, {
    step: 'vault-clean',
    message: 'The login credentials of machines are gone from Vault',
    nodeName,
  });
  return {};
});
