import type { FastifyReply } from 'fastify';
import { ZodError, z } from 'zod';

/** A refusal as Vault words it: `{"errors": [...]}`; an empty list is what an unknown object answers. */
export class VaultError extends Error {
  override name = 'VaultError';
  readonly status: number;
  readonly errors: string[];

  constructor(status: number, ...errors: string[]) {
    super(errors.join('; '));
    this.status = status;
    this.errors = errors;
  }
}

export const badRequest = (text: string): VaultError => new VaultError(400, text);
/** Something that the real server knows and this one does not play. */
export const notSimulated = (what: string): VaultError => new VaultError(501, `not simulated: ${what}`);
export const notFound = (): VaultError => new VaultError(404);
export const permissionDenied = (): VaultError => new VaultError(403, asList('permission denied'));
/** What Vault's core finds wrong comes as a list in one text, what a backend finds wrong as the text alone. */
export const asList = (...texts: string[]): string =>
  `${texts.length} error${texts.length > 1 ? 's' : ''} occurred:\n${texts.map((text) => `\t* ${text}\n`).join('')}\n`;

export function sendVaultError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof VaultError) return reply.code(error.status).send({ errors: error.errors });
  if (error instanceof ZodError) return reply.code(400).send({ errors: [z.prettifyError(error)] });
  const malformed = error instanceof Error && error.message === 'Malformed JSON';
  return reply.code(malformed ? 400 : 500).send({ errors: [malformed ? 'failed to parse JSON input' : String(error)] });
}
