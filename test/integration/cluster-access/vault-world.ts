import { afterAll } from 'vitest';
import { putCredentials } from '#shared/app/clusters/steps/put-credentials';
import { vaultNames } from '#shared/domain/planning/naming';
import { type Begun, preparedOrder, type StepWorld, startStepWorld, stateOf } from '../_worlds/step-world.ts';
import { type VaultProvider, vaultProvider } from '../providers/vault-provider.ts';

export type VaultWorld = StepWorld & {
  provider: VaultProvider;
  /** An environment with the first provider, which has neither Vault nor private registry. */
  withoutVault: StepWorld;
};

/** Sets up a provider with a Vault for the test file. New orders go to this provider. */
export async function vaultWorldPerFile(): Promise<VaultWorld> {
  const world = await startStepWorld();
  const provider = await vaultProvider(world);
  afterAll(async () => {
    await provider.simulator.stop();
    await world.stop();
  });
  return { ...world, settings: provider.settings, offering: provider.offering, provider, withoutVault: world };
}

/** An order whose cluster exists in Rancher and whose machines have Vault credentials. */
export async function orderWithCredentials(world: VaultWorld): Promise<Begun> {
  const begun = await preparedOrder(world);
  await putCredentials.call(world.deps, begun.target);
  return begun;
}

/**
 * The kinds of the cluster's objects that exist in Vault: policy, role and secret. `vaultNames` defines their names.
 */
export async function inVault({ provider }: VaultWorld, { target }: Pick<Begun, 'target'>): Promise<string[]> {
  const { policy, role, secretPath } = vaultNames(target.clusterUuid);
  const { policies = [], roles = [], secrets = [] } = await stateOf(provider.simulator);
  const has = (rows: Record<string, unknown>[], key: string, value: string) => rows.some((row) => row[key] === value);
  return [
    ...(has(policies, 'name', policy) ? ['policy'] : []),
    ...(has(roles, 'name', role) ? ['role'] : []),
    ...(has(secrets, 'id', `secret/${secretPath}`) ? ['secret'] : []),
  ];
}
export const ALL_THREE = ['policy', 'role', 'secret'];
