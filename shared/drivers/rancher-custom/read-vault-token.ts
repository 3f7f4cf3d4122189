import type { JoinCredential } from '../user-data-input.ts';
import { shellWord } from './shell-word.ts';

/**
 * Reads one text from Vault's answer with sed, which every image has, unlike jq. The answer is one line of JSON, and no
 * token contains a character that JSON would escape.
 */
const textOf = (field: string): string => String.raw`sed -n 's/.*"${field}": *"\([^"]*\)".*/\1/p'`;

type VaultCredential = Extract<JoinCredential, { from: 'vault' }>;

/** The variables of `readVaultToken`. */
export function vaultSettings({ address, roleId, secretId, secretPath }: VaultCredential): string {
  return `VAULT_ADDR=${shellWord(address)}
VAULT_LOGIN=${shellWord(JSON.stringify({ role_id: roleId, secret_id: secretId }))}
VAULT_SECRET=${shellWord(`secret/data/${secretPath}`)}
`;
}

/**
 * Shell code that logs in and sets `REGISTRATION_TOKEN`. It reads the secret with one plain request: the login's token
 * works once, and Vault's command line would send another request first (docs/spec/backends.md#vault). Secrets go
 * through pipes, never into arguments, which `ps` shows. `curl` retries only what can pass: 400, the answer to a used
 * secret id, is final.
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
