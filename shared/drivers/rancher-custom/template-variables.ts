import { joinScript } from './join-script.ts';
import type { JoinCredential, UserDataInput } from './user-data-input.ts';

/** Waldur's names (docs/spec/backends.md#cloud-init), which stand for something only where the provider uses Vault. */
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
/** With Vault the token stays there. */
export const USER_DATA_VARIABLES: readonly string[] = ['registration_token'];

const commonVariables = (birth: UserDataInput) => ({
  rke_role: birth.spec.role,
  node_name: birth.spec.name,
  rancher_url: birth.rancherUrl,
  ca_checksum: birth.caChecksum,
  phone_home_url: birth.phoneHomeUrl,
  phone_home_token: birth.phoneHomeToken,
  join_script_base64: Buffer.from(joinScript(birth)).toString('base64'),
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

/** What a template's names stand for on this machine; those of the other way of joining are absent. */
export function templateVariables(birth: UserDataInput): Map<string, string> {
  const { credential } = birth;
  const own =
    credential.from === 'vault' ? vaultVariables(credential) : { registration_token: credential.registrationToken };
  return new Map(Object.entries({ ...commonVariables(birth), ...own }));
}
