import type { JoinCredential, UserDataInput } from '../user-data-input.ts';
import { joinScript } from './join-script.ts';

/**
 * Variables with Waldur's names (docs/spec/backends.md#cloud-init). These variables have values only if the provider
 * has a Vault.
 */
const vaultVariables = ({ address, roleId, secretId, secretPath }: Extract<JoinCredential, { from: 'vault' }>) => ({
  vault_addr: address,
  vault_role_id: roleId,
  vault_role_secret_id: secretId,
  vault_secret_path: `secret/${secretPath}`,
});
export const VAULT_VARIABLES: readonly (keyof ReturnType<typeof vaultVariables>)[] = [
  'vault_addr',
  'vault_role_id',
  'vault_role_secret_id',
  'vault_secret_path',
];
/** Variables for providers without a Vault. With a Vault, the machine reads the registration token from Vault. */
export const USER_DATA_VARIABLES: readonly string[] = ['registration_token'];

const commonVariables = (input: UserDataInput) => ({
  rke_role: input.spec.role,
  node_name: input.spec.name,
  rancher_url: input.rancherUrl,
  ca_checksum: input.caChecksum,
  phone_home_url: input.phoneHomeUrl,
  phone_home_token: input.phoneHomeToken,
  join_script_base64: Buffer.from(joinScript(input)).toString('base64'),
});
export const COMMON_VARIABLES: readonly (keyof ReturnType<typeof commonVariables>)[] = [
  'rke_role',
  'node_name',
  'rancher_url',
  'ca_checksum',
  'phone_home_url',
  'phone_home_token',
  'join_script_base64',
];

/**
 * Variables of a node's template, with their values for this machine. A machine gets the registration token either from
 * Vault or in its user data, so either the variables of Vault or the registration token are present.
 */
export function templateVariables(input: UserDataInput): Map<string, string> {
  const { credential } = input;
  const own =
    credential.from === 'vault' ? vaultVariables(credential) : { registration_token: credential.registrationToken };
  return new Map(Object.entries({ ...commonVariables(input), ...own }));
}
