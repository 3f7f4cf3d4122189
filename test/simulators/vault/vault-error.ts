import type { FastifyReply } from 'fastify';
import { ZodError, z } from 'zod';

/** An error in Vault's format: `{"errors": [...]}`. The list is empty for an unknown object. */
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
export const notSimulated = (what: string): VaultError => new VaultError(501, `not simulated: ${what}`);
export const notFound = (): VaultError => new VaultError(404);
export const permissionDenied = (): VaultError => new VaultError(403, asList('permission denied'));
/** Formats errors as Vault's core does: one text that contains a list. Errors of a backend are plain text. */
export const asList = (...texts: string[]): string =>
  `${texts.length} error${texts.length > 1 ? 's' : ''} occurred:\n${texts.map((text) => `\t* ${text}\n`).join('')}\n`;

export function sendVaultError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof VaultError) return reply.code(error.status).send({ errors: error.errors });
  if (error instanceof ZodError) return reply.code(400).send({ errors: [z.prettifyError(error)] });
  const malformed = error instanceof Error && error.message === 'Malformed JSON';
  return reply.code(malformed ? 400 : 500).send({ errors: [malformed ? 'failed to parse JSON input' : String(error)] });
}
