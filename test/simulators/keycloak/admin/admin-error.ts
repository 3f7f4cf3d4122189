import type { FastifyReply } from 'fastify';

/** A refusal of the admin API. The body is `{"error": <text>}`, or `{"errorMessage": <text>}` for an invalid object. */
export class AdminError extends Error {
  override name = 'AdminError';
  readonly status: number;
  readonly key: 'error' | 'errorMessage';
  readonly description: string | undefined;

  constructor(status: number, text: string, key: 'error' | 'errorMessage' = 'error', description?: string) {
    super(text);
    this.status = status;
    this.key = key;
    this.description = description;
  }
}

/**
 * Attributes of a user that break the rules of the profile. The body is a single fault, or `{"errors": [<fault>, …]}`
 * for several faults.
 */
export class ProfileError extends Error {
  override name = 'ProfileError';
  readonly faults: ProfileFault[];

  constructor(faults: ProfileFault[]) {
    super(faults.map(({ errorMessage }) => errorMessage).join());
    this.faults = faults;
  }
}
export type ProfileFault = { field: string; errorMessage: string; params: unknown[] };

export const unauthorized = (): AdminError => new AdminError(401, 'HTTP 401 Unauthorized');
export const forbidden = (): AdminError => new AdminError(403, 'HTTP 403 Forbidden');
export const missing = (text: string): AdminError => new AdminError(404, text);
export const taken = (text: string): AdminError => new AdminError(409, text, 'errorMessage');
export const invalidInput = (description: string): AdminError =>
  new AdminError(400, 'invalid_input', 'error', description);
/** A request that the real server supports, but this simulator does not. */
export const notSimulated = (what: string): AdminError => new AdminError(501, `not simulated: ${what}`);
export const invalid = (text: string): AdminError => new AdminError(400, text, 'errorMessage');

export function sendAdminError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof AdminError) {
    const described = error.description !== undefined && { error_description: error.description };
    return reply.code(error.status).send({ [error.key]: error.message, ...described });
  }
  if (error instanceof ProfileError) {
    return reply.code(400).send(error.faults.length === 1 ? error.faults[0] : { errors: error.faults });
  }
  const malformed = error instanceof Error && error.message === 'Malformed JSON';
  if (malformed) {
    return reply.code(400).send({ error: 'invalid_request', error_description: 'Cannot parse the JSON' });
  }
  const description = 'For more on this error consult the server log.';
  return reply.code(500).send({ error: 'unknown_error', error_description: description });
}
