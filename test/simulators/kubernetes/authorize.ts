import type { FastifyRequest } from 'fastify';
import type { KubernetesContext, KubernetesUser, ResourceAttributes } from './kubernetes-context.ts';
import { KubernetesError } from './kubernetes-error.ts';

/** @throws KubernetesError 401 for a request without a known token */
export function callerOf(context: KubernetesContext, request: FastifyRequest): KubernetesUser {
  const user = context.userOf(request);
  if (!user) throw new KubernetesError('Unauthorized', 'Unauthorized');
  return user;
}

/** @throws KubernetesError 403 */
export function checkAccess(caller: KubernetesUser, asked: ResourceAttributes): void {
  if (caller.allows(asked)) return;
  const { verb, resource, group = '', namespace, name } = asked;
  const plain = group === '' ? resource : `${resource}.${group}`;
  const what = name === undefined ? plain : `${plain} "${name}"`;
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  throw new KubernetesError(
    'Forbidden',
    `${what} is forbidden: User "${caller.name}" cannot ${verb} resource "${resource}" in API group "${group}" ${where}`,
    { ...(name !== undefined && { name }), ...(group !== '' && { group }), kind: resource },
  );
}
