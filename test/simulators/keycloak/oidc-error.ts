import type { FastifyReply } from 'fastify';

/** An error as RFC 6749 words it, with the status Keycloak gives it (measured, see the contract tests). */
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

/** The error for a realm that does not exist. Unlike in all other OIDC errors, its `error` is a text, not a code. */
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
