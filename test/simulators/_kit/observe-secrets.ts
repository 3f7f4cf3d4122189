import type { FastifyInstance } from 'fastify';

/** The headers and fields in which servers and their clients send each other secrets. */
const HEADERS = ['authorization', 'x-auth-token', 'x-subject-token', 'x-vault-token'];
const FIELDS =
  'password|adminPass|secret|client_secret|secret_id|secretKey|token|(?:client|access|refresh|id|device)_(?:token|code)';
const IN_TEXT = new RegExp(`"(${FIELDS})"\\s*:\\s*("(?:[^"\\\\]|\\\\.)+")`, 'g');
const IN_FORM = new RegExp(`^(?:${FIELDS})$`);
const PROVES_NOTHING = /^(Basic|Bearer|Token)$/i;

/**
 * Every secret sent in either direction, by the name of its header or field. Tests look for these values where no
 * secret may be. A value that was sent twice appears once.
 */
export function observeSecrets(app: FastifyInstance) {
  const seen = new Map<string, Set<string>>();
  const note = (name: string, value: unknown) => {
    if (typeof value === 'string' && value !== '') seen.set(name, (seen.get(name) ?? new Set()).add(value));
  };
  const noteText = (text: string) => {
    for (const [, name = '', quoted = '""'] of text.matchAll(IN_TEXT)) note(name, JSON.parse(quoted));
  };
  const noteHeaders = (headers: Record<string, unknown>) => {
    for (const name of HEADERS) note(name, credentialOf(headers[name]));
  };
  // in the first hook, since a refused request reaches no later one
  app.addHook('onRequest', async ({ url, headers }) => {
    if (!url.startsWith('/_sim/')) noteHeaders(headers);
  });
  app.addHook('preHandler', async ({ url, body }) => {
    if (url.startsWith('/_sim/')) return;
    if (typeof body !== 'object' || body === null) return;
    for (const [name, value] of Object.entries(body)) if (IN_FORM.test(name)) note(name, value);
    noteText(JSON.stringify(body));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.url.startsWith('/_sim/')) return payload;
    noteHeaders(reply.getHeaders());
    if (typeof payload === 'string') noteText(payload);
    return payload;
  });
  return {
    byName: () => Object.fromEntries([...seen].sort().map(([name, values]) => [name, [...values]])),
    clear: () => seen.clear(),
  };
}

export type ObservedSecrets = ReturnType<typeof observeSecrets>;

/** The credential in the header, without the scheme. The scheme is not secret. */
function credentialOf(header: unknown): string | undefined {
  if (typeof header !== 'string') return undefined;
  return header.split(' ').find((word) => !PROVES_NOTHING.test(word));
}
