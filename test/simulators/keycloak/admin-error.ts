import type { FastifyReply } from 'fastify';

/** A refusal of the admin API; its body is `{"error": <text>}`. */
export class AdminError extends Error {
  override name = 'AdminError';
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

export const unauthorized = (): AdminError => new AdminError(401, 'HTTP 401 Unauthorized');
export const forbidden = (): AdminError => new AdminError(403, 'HTTP 403 Forbidden');

export function sendAdminError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof AdminError) return reply.code(error.status).send({ error: error.message });
  const malformed = error instanceof Error && error.message === 'Malformed JSON';
  if (malformed) {
    return reply.code(400).send({ error: 'invalid_request', error_description: 'Cannot parse the JSON' });
  }
  return reply.code(500).send({ error: 'unknown_error' });
}
