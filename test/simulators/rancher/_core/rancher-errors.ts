import type { FastifyReply } from 'fastify';
import { ZodError } from 'zod';

/**
 * An error of Rancher's two APIs. Norman (`/v3`) adds `baseType` to the body, and steve (`/v1`) adds `links`. In both
 * bodies, `status` is a number. Norman sets `fieldName` if one field is at fault.
 */
export class RancherError extends Error {
  override name = 'RancherError';
  readonly status: number;
  readonly code: string;
  readonly fieldName: string | undefined;

  constructor(status: number, code: string, message: string, fieldName?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.fieldName = fieldName;
  }
}

export const notFound = (message: string): RancherError => new RancherError(404, 'NotFound', message);
export const missing = (fieldName: string): RancherError => new RancherError(422, 'MissingRequired', '', fieldName);
export const invalidAction = (action: string): RancherError =>
  new RancherError(422, 'InvalidAction', `Invalid action: ${action}`);
export const notSupported = (method: string): RancherError =>
  new RancherError(405, 'MethodNotAllow', `Method ${method} not supported`);

export function sendNormanError(error: unknown, reply: FastifyReply): FastifyReply {
  const fieldName = error instanceof RancherError ? error.fieldName : undefined;
  return sendJson(reply, error, {
    type: 'error',
    baseType: 'error',
    ...bodyOf(error),
    ...(fieldName && { fieldName }),
  });
}

export function sendSteveError(error: unknown, reply: FastifyReply): FastifyReply {
  return sendJson(reply, error, { type: 'error', links: {}, ...bodyOf(error) });
}

/** Rancher's content type names no charset. */
export const JSON_TYPE = 'application/json';

const sendJson = (reply: FastifyReply, error: unknown, body: object): FastifyReply =>
  reply.code(statusOf(error)).header('content-type', JSON_TYPE).send(JSON.stringify(body));

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
