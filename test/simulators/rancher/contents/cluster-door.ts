import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { KubernetesError, notSimulated, statusOf } from '../../kubernetes/kubernetes-error.ts';
import type { ApiToken } from '../_core/identity-objects.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ApiTokens } from '../identity/api-tokens.ts';
import { admit } from '../identity/caller.ts';
import { type Impersonated, impersonatedIn, isOfKubernetes, NOT_ALLOWED } from '../identity/impersonation.ts';
import { rightsOf } from '../roles/rights.ts';

const KUBERNETES_UNAUTHORIZED = {
  ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' },
  ...{ message: 'Unauthorized', reason: 'Unauthorized', code: 401 },
};

export const clusterIdOf = ({ params }: FastifyRequest): string => z.object({ id: z.string() }).parse(params).id;

/**
 * Checks who may use `/k8s/clusters/<id>`. Rancher itself answers refused requests. Its answer is a Kubernetes Status
 * only for an invalid key at Rancher's own cluster (`local`). An administrator may impersonate a user, but steve and
 * Rancher's own cluster do not read the headers: there, the request has the administrator's rights.
 */
export function clusterDoor(context: RancherContext, tokens: ApiTokens) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const id = clusterIdOf(request);
    const token = tokens.find(request.headers, id);
    if (token) await enter(context, token, request, reply);
    else if (id === 'local') await refuseAtLocal(request, reply, tokens.areShown(request.headers));
    else await refuseEntry(request, reply, id, 'system:unauthenticated');
  };
}

async function enter(
  context: RancherContext,
  token: ApiToken,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const id = clusterIdOf(request);
  const asked = id === 'local' || isOfSteve(request, id) ? undefined : impersonatedIn(request);
  if (asked) await refuseImpersonation(context, token, asked, reply);
  if (reply.sent) return;
  const caller = admit(request, context, token, asked);
  if (!caller.enters(id)) await refuseEntry(request, reply, id, caller.userId);
  else if (id !== 'local' && !context.store.clusters.has(id)) {
    await refuse(reply, 404, 'NotFound', `clusters.management.cattle.io "${id}" not found`);
  } else if (asked) await refuseForeignGroups(context, asked, request, reply);
}

/** Only an administrator may impersonate a user, and only a user of Rancher. */
async function refuseImpersonation(
  context: RancherContext,
  token: ApiToken,
  asked: Impersonated,
  reply: FastifyReply,
): Promise<void> {
  const { userId } = asked;
  if (!rightsOf(context, token.userId).impersonates) {
    await reply.code(403).type(TEXT).send(NOT_ALLOWED);
  } else if (isOfKubernetes(asked)) {
    if (userId.startsWith('system:serviceaccount:')) throw notSimulated('impersonation of service accounts');
    const why = `error setting up impersonation for user ${userId}: users.management.cattle.io "${userId}" not found`;
    const message = `unable to create impersonator account: error getting service account token: ${why}`;
    await reply.code(500).type(TEXT).send(message);
  }
}

const KNOWN_GROUPS = ['system:authenticated', 'system:cattle:authenticated'];

/**
 * In the cluster, Rancher acts by a service account for each user. It may impersonate that user, with groups that the
 * user has.
 */
async function refuseForeignGroups(
  { store }: RancherContext,
  { userId, groups }: Impersonated,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const own = [...KNOWN_GROUPS, ...(store.users.get(userId)?.groupPrincipals ?? [])];
  if (groups.every((group) => own.includes(group))) return;
  const { verb, resource, group } = attributesOf(request);
  const account = `system:serviceaccount:cattle-impersonation-system:cattle-impersonation-${userId}`;
  const what = `cannot impersonate-on:user-info:${verb} resource "${resource}" in API group "${group}" at the cluster scope`;
  const message = `${group === '' ? resource : `${resource}.${group}`} is forbidden: User "${account}" ${what}`;
  const details = { ...(group !== '' && { group }), kind: resource };
  await reply.code(403).send(statusOf(new KubernetesError('Forbidden', message, details)));
}

const VERBS: Record<string, string> = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' };
const PATH = /^\/api(?:s\/(?<group>[^/]+))?\/[^/]+\/(?:namespaces\/[^/]+\/)?(?<resource>[^/]+)(?<name>\/.+)?$/;

function attributesOf(request: FastifyRequest): { verb: string; resource: string; group: string } {
  const { group = '', resource = '', name } = PATH.exec(pathIn(request, clusterIdOf(request)))?.groups ?? {};
  return { verb: VERBS[request.method] ?? (name === undefined ? 'list' : 'get'), resource, group };
}

const TEXT = 'text/plain; charset=utf-8';
const pathIn = ({ url }: FastifyRequest, id: string): string =>
  (url.split('?')[0] ?? '').replace(`/k8s/clusters/${id}`, '');
const isOfSteve = (request: FastifyRequest, id: string): boolean => /^\/v1(\/|$)/.test(pathIn(request, id));

/** Refuses a request to Rancher's own cluster. The answer has Kubernetes' message only if the request has a key. */
export async function refuseAtLocal(request: FastifyRequest, reply: FastifyReply, isKeyShown: boolean): Promise<void> {
  if (pathIn(request, 'local') === '/version') return;
  if (isKeyShown) await reply.code(401).send(KUBERNETES_UNAUTHORIZED);
  else await reply.code(401).type(TEXT).send('not authorized\n');
}

/** An error of Rancher's cluster router. It is JSON, but its content type says text. */
export async function refuse(reply: FastifyReply, status: number, code: string, message: string): Promise<void> {
  const body = { Code: { Code: code, Status: status }, Message: message, Cause: null, FieldName: '' };
  await reply.code(status).type(TEXT).send(JSON.stringify(body));
}

/** A refusal by the steve of the cluster has no message. */
async function refuseEntry(request: FastifyRequest, reply: FastifyReply, id: string, userId: string): Promise<void> {
  if (pathIn(request, id).startsWith('/v1/')) return void (await reply.code(401).send());
  const message = `clusters.management.cattle.io "${id}" is forbidden: User "${userId}" cannot get resource "clusters" in API group "management.cattle.io" at the cluster scope`;
  await refuse(reply, 403, 'Forbidden', message);
}
