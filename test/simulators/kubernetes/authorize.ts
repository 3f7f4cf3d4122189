import type { FastifyRequest } from 'fastify';
import type { KubernetesContext, KubernetesUser } from './kubernetes-context.ts';
import { KubernetesError } from './kubernetes-error.ts';

export interface ResourceAttributes {
  verb: string;
  resource: string;
  group?: string | undefined;
  namespace?: string | undefined;
  name?: string | undefined;
}

const READING = ['get', 'list', 'watch'];

/** @throws KubernetesError 401 for a request without a token that somebody has */
export function callerOf({ users }: KubernetesContext, { headers }: FastifyRequest): KubernetesUser {
  const user = users.get(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '');
  if (!user) throw new KubernetesError('Unauthorized', 'Unauthorized');
  return user;
}

export const isAllowed = ({ verbs }: KubernetesUser, verb: string): boolean =>
  verbs === 'all' || READING.includes(verb);

/** @throws KubernetesError 401, 403 */
export function authorize(context: KubernetesContext, request: FastifyRequest, asked: ResourceAttributes): void {
  const caller = callerOf(context, request);
  const { verb, resource, group = '', namespace, name } = asked;
  if (isAllowed(caller, verb)) return;
  const what = name === undefined ? resource : `${resource} "${name}"`;
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  throw new KubernetesError(
    'Forbidden',
    `${what} is forbidden: User "${caller.name}" cannot ${verb} resource "${resource}" in API group "${group}" ${where}`,
    { ...(name !== undefined && { name }), kind: resource },
  );
}
