import { z } from 'zod';
import { AppError, type FieldProblem, ObjectRefused } from '#shared/errors';

const cause = z.object({ field: z.string().default(''), message: z.string().default('') });
/** The `Status` with which a Kubernetes API server refuses a request. Refusals by Rancher's proxy look different. */
const statusObject = z.object({
  kind: z.literal('Status'),
  message: z.string().min(1),
  reason: z.string().default(''),
  details: z.object({ causes: z.array(cause).nullish() }).nullish(),
});
const kubernetesSays = z.object({
  status: z.int(),
  kubernetes: z.object({ message: z.string(), reason: z.string(), problems: z.array(cause) }),
});

const UNKNOWN_FIELD = /unknown field "([^"]+)"/g;
/** A line of Kubernetes' message about a refused apply: `.spec.replcas: field not declared in schema`. */
const TYPED_FIELD = /(?:\): |\n\s*)\.(\S+): ([^\n]+)/g;

/** The fields that a message names. Used if the `Status` does not list the fields. */
export function fieldsNamed(message: string): FieldProblem[] {
  const unknown = [...message.matchAll(UNKNOWN_FIELD)].map(([words, field = '']) => ({ field, message: words }));
  const typed = [...message.matchAll(TYPED_FIELD)].map(([, field = '', words = '']) => ({ field, message: words }));
  return [...unknown, ...typed];
}

/** Reads why Kubernetes refused a request. `inKubernetesWords` turns the result into an error. */
export function explainRefusal(text: string): Record<string, unknown> {
  try {
    const { message, reason, details } = statusObject.parse(JSON.parse(text));
    return { kubernetes: { message, reason, problems: details?.causes ?? fieldsNamed(message) } };
  } catch {
    return {};
  }
}

/**
 * A refusal with one of these statuses is about the object or its present state. Other statuses are failures of the
 * backend.
 */
const OF_THE_OBJECT = [400, 404, 409, 413, 415, 422];
/** A refusal by Rancher's webhook, because the user lacks a right. Other webhooks refuse the object itself. */
const BY_RANCHER = /^admission webhook "rancher\.cattle\.io\.[^"]*" denied the request/;
/**
 * True if Kubernetes refuses this object, false if the user lacks a right or the backend has failed. The status alone
 * is not enough. Kubernetes answers 403 for missing rights, but also if a quota, a webhook or the deletion of the
 * namespace forbids the object. Kubernetes answers 500 if fields of an apply do not fit the kind's schema (measured on
 * Kubernetes 1.36).
 */
export const isAboutObject = (status: number, message: string): boolean =>
  OF_THE_OBJECT.includes(status) ||
  (status === 403 &&
    /exceeded quota|is being terminated|denied the request/.test(message) &&
    !BY_RANCHER.test(message)) ||
  (status === 500 && /^failed to (create typed patch|convert new) object /.test(message));

/** Turns Kubernetes' refusal of an object into ObjectRefused. */
export async function inKubernetesWords<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    const said = kubernetesSays.safeParse(error instanceof AppError ? error.details : undefined).data;
    if (!said || !isAboutObject(said.status, said.kubernetes.message)) throw error;
    throw new ObjectRefused(said.kubernetes.message, said.kubernetes, error);
  }
}
