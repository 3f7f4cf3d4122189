import type { JoinCredential } from '../user-data-input.ts';
import { shellWord } from './shell-word.ts';

/**
 * Shell code that reads one value from Vault's answer. The code uses `sed`, because not every image has jq. The answer
 * is one line of JSON, and no token contains a character that JSON would escape, so `sed` is enough.
 */
const textOf = (field: string): string => String.raw`sed -n 's/.*"${field}": *"\([^"]*\)".*/\1/p'`;

type VaultCredential = Extract<JoinCredential, { from: 'vault' }>;

/** Shell variables for the code that `readVaultToken` returns. */
export function vaultSettings({ address, roleId, secretId, secretPath }: VaultCredential): string {
  return `VAULT_ADDR=${shellWord(address)}
VAULT_LOGIN=${shellWord(JSON.stringify({ role_id: roleId, secret_id: secretId }))}
VAULT_SECRET=${shellWord(`secret/data/${secretPath}`)}
`;
}

/**
 * Shell code that logs in to Vault and sets `REGISTRATION_TOKEN`. The token of the login works only for one request.
 * Vault's own program would use up this request for something else, so the code uses curl
 * (docs/spec/backends.md#vault). Secrets go through pipes, because `ps` shows arguments. `curl` does not retry a 400,
 * which is Vault's final answer to a secret id that was already used.
 */
export function readVaultToken({ verifyTls }: VaultCredential, curl: string): string {
  const askVault = verifyTls ? curl : `${curl} --insecure`;
  return `if ! VAULT_TOKEN=$(printf '%s' "$VAULT_LOGIN" | ${askVault} --header 'Content-Type: application/json' --data @- "$VAULT_ADDR/v1/auth/approle/login" | ${textOf('client_token')}); then
  echo 'paddock-join: Vault does not let this machine in; a secret id works once, within the hour' >&2
  exit 1
fi
if ! REGISTRATION_TOKEN=$(printf 'X-Vault-Token: %s' "$VAULT_TOKEN" | ${askVault} --header @- "$VAULT_ADDR/v1/$VAULT_SECRET" | ${textOf('token')}); then
  echo 'paddock-join: Vault does not give out the registration token' >&2
  exit 1
fi
`;
}
