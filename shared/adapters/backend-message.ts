import { z } from 'zod';

const MAX_MESSAGE_LENGTH = 300;
const text = z.string().min(1);
const carrier = z.object({ message: text });
/**
 * Error bodies that have their text under another name than `message`. Keycloak's admin API has the text in
 * `errorMessage` or `error`, OAuth in `error_description` or `error`, Rancher's proxy in `Message`.
 */
const ERROR_WORDS = [
  z.object({ errorMessage: text }).transform((body) => body.errorMessage),
  z.object({ error_description: text }).transform((body) => body.error_description),
  z.object({ error: text }).transform((body) => body.error),
  z.object({ Message: text }).transform((body) => body.Message),
];
const sentences = z.object({ errors: z.array(text).min(1) });

/**
 * Finds the message in the body of an error. Glance, Norman and Kubernetes have it at the top level, Vault as a list,
 * Keycloak under other names. Keystone, Nova, Cinder and Neutron have it one level down.
 */
function wordsIn(body: unknown): string | undefined {
  const top = carrier.safeParse(body);
  if (top.success) return top.data.message;
  const list = sentences.safeParse(body);
  if (list.success) return list.data.errors.join('; ');
  const words = ERROR_WORDS.map((schema) => schema.safeParse(body).data).find((found) => found !== undefined);
  if (words !== undefined) return words;
  const envelope = z.record(z.string(), z.unknown()).safeParse(body);
  if (!envelope.success) return undefined;
  for (const value of Object.values(envelope.data)) {
    const inner = carrier.safeParse(value);
    if (inner.success) return inner.data.message;
  }
  return undefined;
}

/**
 * The backend's message in an error answer, as one line of limited length. Empty if the body has no message, for
 * example if it is HTML.
 */
export function backendMessage(body: string): string {
  let words: string | undefined;
  try {
    words = wordsIn(JSON.parse(body));
  } catch {
    words = /^\s*</.test(body) ? undefined : body;
  }
  const line = (words ?? '').replace(/\s+/g, ' ').trim();
  return line.length > MAX_MESSAGE_LENGTH ? `${line.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : line;
}

type Sent = { headers?: Record<string, string>; secrets?: readonly string[] };

const CREDENTIAL_HEADERS = ['authorization', 'x-auth-token', 'x-vault-token'];

/**
 * Removes the secrets of a request from the backend's message, because servers and proxies quote requests in error
 * messages. The function finds credentials in headers by the header's name. `secrets` contains the secrets in the
 * request's body.
 */
export function withoutSecrets(text: string, { headers = {}, secrets = [] }: Sent): string {
  const sent = Object.entries(headers).filter(([name]) => CREDENTIAL_HEADERS.includes(name.toLowerCase()));
  const known = [...secrets, ...sent.flatMap(([, value]) => credentialsIn(value))].filter(Boolean);
  return known.reduce((words, secret) => words.replaceAll(secret, '***'), text);
}

/**
 * The credentials in a header's value, longest first. If the password were removed first, the text `username:password`
 * could no longer be found, and the username would stay.
 */
function credentialsIn(value: string): string[] {
  const [scheme = '', credential = value] = value.split(' ');
  if (!/^basic$/i.test(scheme)) return [credential];
  const pair = Buffer.from(credential, 'base64').toString();
  return [credential, pair, pair.slice(pair.indexOf(':') + 1)];
}
