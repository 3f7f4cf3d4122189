import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ApiTokens } from '../identity/api-tokens.ts';
import { admit } from '../identity/caller.ts';

const KUBERNETES_UNAUTHORIZED = {
  ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' },
  ...{ message: 'Unauthorized', reason: 'Unauthorized', code: 401 },
};

export const clusterIdOf = ({ params }: FastifyRequest): string => z.object({ id: z.string() }).parse(params).id;

/**
 * Checks who may use `/k8s/clusters/<id>`. Rancher itself answers refused requests. Its answer is a Kubernetes Status
 * only for an invalid key at Rancher's own cluster (`local`).
 */
export function clusterDoor(context: RancherContext, tokens: ApiTokens) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const id = clusterIdOf(request);
    const token = tokens.find(request.headers, id);
    const caller = token && admit(request, context, token);
    if (id === 'local' && !token) await refuseAtLocal(request, reply, tokens.areShown(request.headers));
    else if (!caller?.enters(id)) await refuseEntry(request, reply, id, caller?.userId ?? 'system:unauthenticated');
    else if (id !== 'local' && !context.store.clusters.has(id)) {
      await refuse(reply, 404, 'NotFound', `clusters.management.cattle.io "${id}" not found`);
    }
  };
}

const pathIn = ({ url }: FastifyRequest, id: string): string =>
  (url.split('?')[0] ?? '').replace(`/k8s/clusters/${id}`, '');

/** Refuses a request to Rancher's own cluster. The answer has Kubernetes' message only if the request has a key. */
export async function refuseAtLocal(request: FastifyRequest, reply: FastifyReply, isKeyShown: boolean): Promise<void> {
  if (pathIn(request, 'local') === '/version') return;
  if (isKeyShown) await reply.code(401).send(KUBERNETES_UNAUTHORIZED);
  else await reply.code(401).type('text/plain; charset=utf-8').send('not authorized\n');
}

/** An error of Rancher's cluster router. It is JSON, but its content type says text. */
export async function refuse(reply: FastifyReply, status: number, code: string, message: string): Promise<void> {
  const body = { Code: { Code: code, Status: status }, Message: message, Cause: null, FieldName: '' };
  await reply.code(status).type('text/plain; charset=utf-8').send(JSON.stringify(body));
}

/** A refusal by the steve of the cluster has no message. */
async function refuseEntry(request: FastifyRequest, reply: FastifyReply, id: string, userId: string): Promise<void> {
  if (pathIn(request, id).startsWith('/v1/')) return void (await reply.code(401).send());
  const message = `clusters.management.cattle.io "${id}" is forbidden: User "${userId}" cannot get resource "clusters" in API group "management.cattle.io" at the cluster scope`;
  await refuse(reply, 403, 'Forbidden', message);
}
