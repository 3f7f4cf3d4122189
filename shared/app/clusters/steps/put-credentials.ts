import { onProvider } from '#shared/app/_core/steps/implement';
import { nodeNameOfOperation } from '#shared/app/_core/steps/nodes-of-operation';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { secretName } from '#shared/domain/_core/secret-name';
import { type Registration, registration } from '#shared/domain/clusters/registration';
import { type CredentialOwner, credentialOwner } from '#shared/domain/nodes/machine-credential';
import { vaultNames } from '#shared/domain/planning/naming';
import { Misconfigured } from '#shared/errors';
import type { Vault } from '#shared/ports/vault';
import { type VaultDeps, vaultOf } from './vault-deps.ts';

/**
 * Finds the registration token and the CA checksum. The token is in Paddock's secret store, or in Vault if an earlier
 * attempt has already moved it there.
 */
async function tokenAndChecksum({ secrets, stage }: VaultDeps, vault: Vault, owner: CredentialOwner) {
  const stored = await secrets.find(secretName(stage, 'registration', owner.uuid));
  const known = stored === undefined ? undefined : registration.parse(JSON.parse(stored));
  const token = known?.token ?? (await vault.findSecret(vaultNames(owner.uuid).secretPath))?.token;
  if (known === undefined || token === undefined) {
    throw new Misconfigured(`The registration token of ${owner.kind} ${owner.uuid} is missing.`);
  }
  return { token, caChecksum: known.caChecksum };
}

/**
 * Writes policy, role and secret to Vault. The secret is the registration token. A repeated attempt writes all three
 * again, and so undoes changes by others. The id of the role stays the same. The token is removed from Paddock's secret
 * store only after Vault has stored it.
 */
async function put(deps: VaultDeps, vault: Vault, owner: CredentialOwner): Promise<void> {
  const { policy, role, secretPath } = vaultNames(owner.uuid);
  const { token, caChecksum } = await tokenAndChecksum(deps, vault, owner);
  await vault.putReadPolicy(policy, secretPath);
  await vault.putRole(role, policy);
  await vault.putSecret(secretPath, { token });
  const vaultRoleId = await vault.findRoleId(role);
  if (vaultRoleId === undefined) throw new Misconfigured(`The role ${role} disappeared from Vault.`);
  const moved: Registration = { caChecksum, vaultRoleId };
  await deps.secrets.put(secretName(deps.stage, 'registration', owner.uuid), JSON.stringify(moved));
}

/**
 * Creates the credentials with which machines log in to Vault, and the secret that they read there
 * (docs/spec/backends.md#vault).
 */
export const putCredentials = onProvider(steps.vault.putCredentials, async (deps: VaultDeps, target, cluster) => {
  const vault = await vaultOf(deps, cluster);
  if (!vault) return {};
  await put(deps, vault, credentialOwner(cluster, target.operationUuid));
  const nodeName = nodeNameOfOperation(cluster, target);
  await note(deps, target, {
    step: 'vault',
    message: 'The registration token for the machines is stored in Vault',
    nodeName,
  });
  return {};
});
