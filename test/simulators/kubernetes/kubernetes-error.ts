import type { FastifyReply } from 'fastify';
import { ZodError, z } from 'zod';

type Reason =
  | 'BadRequest'
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'AlreadyExists'
  | 'Conflict'
  | 'UnsupportedMediaType'
  | 'Invalid'
  | 'InternalError'
  | 'NotSimulated'
  | '';

const CODES: Record<Reason, number> = {
  ...{ BadRequest: 400, Unauthorized: 401, Forbidden: 403, NotFound: 404, AlreadyExists: 409, Conflict: 409 },
  ...{ UnsupportedMediaType: 415, Invalid: 422, InternalError: 500, NotSimulated: 501, '': 500 },
};

/** The field `details` of a `Status`: the object that a refused request was about, and the causes of the refusal. */
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
  readonly code: number;

  /** @param code the status, for a reason that does not have its usual one */
  constructor(reason: Reason, message: string, details?: StatusDetails, code = CODES[reason]) {
    super(message);
    this.reason = reason;
    this.details = details;
    this.code = code;
  }
}

/** A resource, with its name in the plural, as in paths. */
type FailingResource = { name: string; group: string };
export type FailingKind = { kind: string; group?: string };

const named = ({ name: kind, group }: FailingResource, name: string): StatusDetails => ({
  ...{ name, ...(group !== '' && { group }), kind },
});
const qualified = ({ name, group }: FailingResource): string => (group === '' ? name : `${name}.${group}`);

export const notFound = (resource: FailingResource, name: string): KubernetesError =>
  new KubernetesError('NotFound', `${qualified(resource)} "${name}" not found`, named(resource, name));

export const alreadyExists = (resource: FailingResource, name: string): KubernetesError =>
  new KubernetesError('AlreadyExists', `${qualified(resource)} "${name}" already exists`, named(resource, name));

export const conflict = (resource: FailingResource, name: string, why: string): KubernetesError =>
  new KubernetesError(
    'Conflict',
    `Operation cannot be fulfilled on ${qualified(resource)} "${name}": ${why}`,
    named(resource, name),
  );

export const forbidden = (resource: FailingResource, name: string, why: string): KubernetesError =>
  new KubernetesError('Forbidden', `${qualified(resource)} "${name}" is forbidden: ${why}`, named(resource, name));

const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/^Required/, 'FieldValueRequired'],
  [/^Unsupported/, 'FieldValueNotSupported'],
  [/^Duplicate/, 'FieldValueDuplicate'],
  [/^Forbidden/, 'FieldValueForbidden'],
];

/**
 * The error for an object that breaks rules of its kind. Each problem reads `Required value: …` or `Invalid value: …`.
 */
export function invalidFields(
  { kind, group }: FailingKind,
  name: string,
  problems: readonly (readonly [field: string, problem: string])[],
): KubernetesError {
  const causes = problems.map(([field, message]) => {
    return { reason: CAUSES.find(([start]) => start.test(message))?.[1] ?? 'FieldValueInvalid', message, field };
  });
  const said = causes.map(({ field, message }) => `${field}: ${message}`);
  const what = group ? `${kind}.${group}` : kind;
  const details = { name, ...(group && { group }), kind, causes };
  const all = said.length === 1 ? said[0] : `[${said.join(', ')}]`;
  return new KubernetesError('Invalid', `${what} "${name}" is invalid: ${all}`, details);
}

export const invalid = (of: FailingKind, name: string, field: string, problem: string): KubernetesError =>
  invalidFields(of, name, [[field, problem]]);

/** The error for an apply that does not fit the schema of the kind. The real server answers with 500 and no reason. */
export const untyped = (what: string, problems: readonly string[]): KubernetesError => {
  const all = problems.length === 1 ? problems[0] : `errors:\n${problems.map((it) => `  ${it}`).join('\n')}`;
  return new KubernetesError('', `failed to create typed patch object (${what}): ${all}`);
};

/** The error for something that the real server supports, but this simulator does not. */
export const notSimulated = (what: string): KubernetesError =>
  new KubernetesError('NotSimulated', `not simulated: ${what}`, {});

export function sendStatus(error: unknown, reply: FastifyReply): FastifyReply {
  const { code, reason, ...body } = statusOf(error);
  return reply.code(code).send({ ...body, ...(reason && { reason }), code });
}

export function statusOf(error: unknown) {
  const known = asKubernetesError(error);
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: known.message,
    reason: known.reason,
    ...(known.details && { details: known.details }),
    code: known.code,
  };
}

function asKubernetesError(error: unknown): KubernetesError {
  if (error instanceof KubernetesError) return error;
  if (error instanceof ZodError) return new KubernetesError('BadRequest', z.prettifyError(error));
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  const message = error instanceof Error ? error.message : String(error);
  return new KubernetesError(status === 400 ? 'BadRequest' : 'InternalError', message);
}
