import type { FastifyReply } from 'fastify';

/** A refusal of the admin API; its body is `{"error": <text>}`, or `{"errorMessage": <text>}` for what is wrong with the object itself. */
export class AdminError extends Error {
  override name = 'AdminError';
  readonly status: number;
  readonly key: 'error' | 'errorMessage';

  constructor(status: number, text: string, key: 'error' | 'errorMessage' = 'error') {
    super(text);
    this.status = status;
    this.key = key;
  }
}

export const unauthorized = (): AdminError => new AdminError(401, 'HTTP 401 Unauthorized');
export const forbidden = (): AdminError => new AdminError(403, 'HTTP 403 Forbidden');
export const missing = (text: string): AdminError => new AdminError(404, text);
export const taken = (text: string): AdminError => new AdminError(409, text, 'errorMessage');
export const invalid = (text: string): AdminError => new AdminError(400, text, 'errorMessage');

export function sendAdminError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof AdminError) return reply.code(error.status).send({ [error.key]: error.message });
  const malformed = error instanceof Error && error.message === 'Malformed JSON';
  if (malformed) {
    return reply.code(400).send({ error: 'invalid_request', error_description: 'Cannot parse the JSON' });
  }
  const description = 'For more on this error consult the server log.';
  return reply.code(500).send({ error: 'unknown_error', error_description: description });
}
