import { steps } from '#shared/contracts/steps';
import { vaultNames } from '#shared/domain/naming';
import { DeletionBlocked } from '#shared/errors';
import { onProvider } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import { type VaultDeps, vaultOf } from './vault-deps.ts';

/** Design decision 11: a delete is complete or names what blocks it. */
export const sweepCredentials = onProvider(steps.vault.sweepCredentials, async (deps: VaultDeps, target, cluster) => {
  const vault = await vaultOf(deps, cluster);
  if (!vault) return {};
  const { policy, role, secretPath } = vaultNames(cluster.uuid);
  const [hasPolicy, roleId, secret] = await Promise.all([
    vault.hasPolicy(policy),
    vault.findRoleId(role),
    vault.findSecret(secretPath),
  ]);
  const left = [
    ...(hasPolicy ? [`policy ${policy}`] : []),
    ...(roleId === undefined ? [] : [`role ${role}`]),
    ...(secret === undefined ? [] : [`secret ${secretPath}`]),
  ];
  if (left.length > 0) throw new DeletionBlocked(`Still in Vault: ${left.join(', ')}.`);
  await note(deps, target, { step: 'sweep-vault', message: 'Nothing is left in Vault' });
  return {};
});
