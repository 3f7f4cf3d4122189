import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import type { CredentialOwner } from '#shared/domain/nodes/machine-credential';
import { vaultNames } from '#shared/domain/planning/naming';
import { DeletionBlocked } from '#shared/errors';
import type { Vault } from '#shared/ports/vault';
import { credentialsOfOperation } from './credentials-of-operation.ts';
import { type VaultDeps, vaultOf } from './vault-deps.ts';

async function leftOf(vault: Vault, owner: CredentialOwner): Promise<string[]> {
  const { policy, role, secretPath } = vaultNames(owner.uuid);
  const [hasPolicy, roleId, secret] = await Promise.all([
    vault.hasPolicy(policy),
    vault.findRoleId(role),
    vault.findSecret(secretPath),
  ]);
  return [
    ...(hasPolicy ? [`policy ${policy}`] : []),
    ...(roleId === undefined ? [] : [`role ${role}`]),
    ...(secret === undefined ? [] : [`secret ${secretPath}`]),
  ];
}

/**
 * Fails while Vault still has credentials of the cluster, and names these credentials. A deletion must be complete
 * (docs/spec/design.md#deletion-is-complete).
 */
export const sweepCredentials = onProvider(steps.vault.sweepCredentials, async (deps: VaultDeps, target, cluster) => {
  const vault = await vaultOf(deps, cluster);
  if (!vault) return {};
  const left: string[] = [];
  for (const owner of await credentialsOfOperation(deps, target, cluster)) left.push(...(await leftOf(vault, owner)));
  if (left.length > 0) throw new DeletionBlocked(`Still in Vault: ${left.join(', ')}.`);
  await note(deps, target, { step: 'sweep-vault', message: 'Nothing is left in Vault' });
  return {};
});
