import type { FastifyReply } from 'fastify';

type Reason =
  | 'BadRequest'
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'AlreadyExists'
  | 'Conflict'
  | 'UnsupportedMediaType'
  | 'Invalid'
  | 'InternalError';

const CODES: Record<Reason, number> = {
  ...{ BadRequest: 400, Unauthorized: 401, Forbidden: 403, NotFound: 404, AlreadyExists: 409, Conflict: 409 },
  ...{ UnsupportedMediaType: 415, Invalid: 422, InternalError: 500 },
};

/** What a refusal is about, as `details` of its Status. */
export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  causes?: { reason: string; message: string; field: string }[];
}

/** A refusal of the API server: a `Status` object in the body. */
export class KubernetesError extends Error {
  override name = 'KubernetesError';
  readonly reason: Reason;
  readonly details: StatusDetails | undefined;

  constructor(reason: Reason, message: string, details?: StatusDetails) {
    super(message);
    this.reason = reason;
    this.details = details;
  }
}

/** `resource` in the plural, as in paths. */
export const notFound = (resource: string, name: string): KubernetesError =>
  new KubernetesError('NotFound', `${resource} "${name}" not found`, { name, kind: resource });

export const alreadyExists = (resource: string, name: string): KubernetesError =>
  new KubernetesError('AlreadyExists', `${resource} "${name}" already exists`, { name, kind: resource });

export const conflict = (resource: string, name: string, why: string): KubernetesError =>
  new KubernetesError('Conflict', `Operation cannot be fulfilled on ${resource} "${name}": ${why}`, {
    name,
    kind: resource,
  });

/** An object that breaks a rule of its kind; `problem` as `Required value: …` or `Invalid value: …`. */
export function invalid(kind: string, name: string, field: string, problem: string): KubernetesError {
  const reason = problem.startsWith('Required') ? 'FieldValueRequired' : 'FieldValueInvalid';
  const causes = [{ reason, message: problem, field }];
  return new KubernetesError('Invalid', `${kind} "${name}" is invalid: ${field}: ${problem}`, { name, kind, causes });
}

export function sendStatus(error: unknown, reply: FastifyReply): FastifyReply {
  const known = asKubernetesError(error);
  return reply.code(CODES[known.reason]).send({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: known.message,
    reason: known.reason,
    ...(known.details && { details: known.details }),
    code: CODES[known.reason],
  });
}

function asKubernetesError(error: unknown): KubernetesError {
  if (error instanceof KubernetesError) return error;
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  const message = error instanceof Error ? error.message : String(error);
  return new KubernetesError(status === 400 ? 'BadRequest' : 'InternalError', message);
}
