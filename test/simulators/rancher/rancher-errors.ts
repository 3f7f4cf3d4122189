import type { FastifyReply } from 'fastify';
import { ZodError } from 'zod';

/**
 * An error as both of Rancher's APIs word it: norman (`/v3`) with `baseType`, steve (`/v1`) with `links`. `status` is a
 * number in the body too: clients compare it (rancher-api-facts 8).
 */
export class RancherError extends Error {
  override name = 'RancherError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const notFound = (message: string): RancherError => new RancherError(404, 'NotFound', message);

export function sendNormanError(error: unknown, reply: FastifyReply): FastifyReply {
  return reply.code(statusOf(error)).send({ type: 'error', baseType: 'error', ...bodyOf(error) });
}

export function sendSteveError(error: unknown, reply: FastifyReply): FastifyReply {
  return reply.code(statusOf(error)).send({ type: 'error', links: {}, ...bodyOf(error) });
}

function statusOf(error: unknown): number {
  if (error instanceof RancherError) return error.status;
  if (error instanceof ZodError) return 422;
  const given = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  return typeof given === 'number' ? given : 500;
}

function bodyOf(error: unknown): { status: number; code: string; message: string } {
  const status = statusOf(error);
  const code = error instanceof RancherError ? error.code : status < 500 ? 'InvalidBodyContent' : 'ServerError';
  return { status, code, message: error instanceof Error ? error.message : String(error) };
}
