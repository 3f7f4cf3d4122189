type Sent = { headers?: Record<string, string>; secrets?: readonly string[] };

const CREDENTIAL_HEADERS = ['authorization', 'x-auth-token', 'x-vault-token'];

/**
 * A backend's words without what it was sent in confidence: servers, and the proxies before them, quote requests in their
 * refusals, headers and all. Credentials in headers are known here; of what is secret in a body, the call says so.
 */
export function withoutSecrets(text: string, { headers = {}, secrets = [] }: Sent): string {
  const sent = Object.entries(headers).filter(([name]) => CREDENTIAL_HEADERS.includes(name.toLowerCase()));
  const known = [...secrets, ...sent.flatMap(([, value]) => credentialsIn(value))].filter(Boolean);
  return known.reduce((words, secret) => words.replaceAll(secret, '***'), text);
}

/** The whole first: a half that went before would leave the other half. */
function credentialsIn(value: string): string[] {
  const [scheme = '', credential = value] = value.split(' ');
  if (!/^basic$/i.test(scheme)) return [credential];
  const pair = Buffer.from(credential, 'base64').toString();
  return [credential, pair, pair.slice(pair.indexOf(':') + 1)];
}
