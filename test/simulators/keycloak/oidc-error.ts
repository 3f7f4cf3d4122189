import type { FastifyReply } from 'fastify';

/** An OAuth error (RFC 6749), with the status that Keycloak uses for it (measured, see the contract tests). */
export class OidcError extends Error {
  override name = 'OidcError';
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, description: string) {
    super(description);
    this.status = status;
    this.error = error;
  }
}

/**
 * The error for a realm that does not exist. The field `error` of this answer holds a text. In all other OIDC errors,
 * the field holds a code.
 */
export class RealmMissing extends Error {
  override name = 'RealmMissing';
}

export function sendOidcError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof RealmMissing) return reply.code(404).send({ error: 'Realm does not exist' });
  const known = error instanceof OidcError;
  return reply.code(known ? error.status : 400).send({
    error: known ? error.error : 'invalid_request',
    error_description: error instanceof Error ? error.message : '',
  });
}
