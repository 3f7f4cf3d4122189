import { nameWhatBlocks } from '#shared/app/_core/steps/name-what-blocks';
import type { CredentialOwner } from '#shared/domain/nodes/machine-credential';
import { vaultNames } from '#shared/domain/planning/naming';
import type { Vault } from '#shared/ports/vault';

/** The role first: without it nobody logs in any more. What Vault does not let go is named. */
export async function removeCredentials(vault: Vault, owner: CredentialOwner): Promise<void> {
  const { role, policy, secretPath } = vaultNames(owner.uuid);
  await nameWhatBlocks(`role ${role} in Vault`, vault.deleteRole(role));
  await nameWhatBlocks(`policy ${policy} in Vault`, vault.deletePolicy(policy));
  await nameWhatBlocks(`secret ${secretPath} in Vault`, vault.deleteSecret(secretPath));
}
