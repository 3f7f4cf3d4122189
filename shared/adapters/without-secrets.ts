type Sent = { headers?: Record<string, string>; secrets?: readonly string[] };

const CREDENTIAL_HEADERS = ['authorization', 'x-auth-token', 'x-vault-token'];

/**
 * A backend's message without the secrets that it was sent: servers and proxies quote requests in refusals, including
 * headers. Credentials in headers are known; for a body the call names its secrets.
 */
export function withoutSecrets(text: string, { headers = {}, secrets = [] }: Sent): string {
  const sent = Object.entries(headers).filter(([name]) => CREDENTIAL_HEADERS.includes(name.toLowerCase()));
  const known = [...secrets, ...sent.flatMap(([, value]) => credentialsIn(value))].filter(Boolean);
  return known.reduce((words, secret) => words.replaceAll(secret, '***'), text);
}

/** The whole text first: replacing one half would leave the other. */
function credentialsIn(value: string): string[] {
  const [scheme = '', credential = value] = value.split(' ');
  if (!/^basic$/i.test(scheme)) return [credential];
  const pair = Buffer.from(credential, 'base64').toString();
  return [credential, pair, pair.slice(pair.indexOf(':') + 1)];
}
