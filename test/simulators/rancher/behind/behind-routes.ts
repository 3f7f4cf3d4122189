import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notSimulated } from '../../kubernetes/kubernetes-error.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { isConnected } from '../_core/rancher-store.ts';
import { clusterIdOf } from '../contents/cluster-door.ts';
import { callerOf } from '../identity/caller.ts';
import type { ClusterBehind } from './cluster-behind.ts';
import { kubernetesAddress, type Sent } from './kubernetes-server.ts';
import { peopleBehind } from './people-behind.ts';
import { isPlayedPath } from './played-kinds.ts';

const given = kubernetesAddress.extend({ cluster: z.string() });

/** `POST /_sim/kubernetes` connects a cluster with a real Kubernetes API, until the simulator is reset. */
export function behindRoutes(app: FastifyInstance, { behind, store }: RancherContext): void {
  app.post('/_sim/kubernetes', async (request, reply) => {
    const { data, error } = given.safeParse(request.body);
    if (!data) return reply.code(400).send({ message: z.prettifyError(error) });
    const { cluster, ...address } = data;
    if (!isConnected(store, cluster)) return reply.code(404).send({ message: `cluster ${cluster} is not connected` });
    await behind.open(cluster, address);
    return reply.code(201).send({ cluster });
  });
}

const OF_STEVE = /^\/v1(\/|$)/;

/**
 * Rancher's proxy passes requests on to the real Kubernetes API of a cluster. Requests to steve and for simulated kinds
 * are answered here, after a refresh of the cluster's copy.
 */
export function proxyHook(context: RancherContext) {
  const { behind, store } = context;
  /** The user whom Rancher impersonates in the request. Undefined for an administrator of Rancher. */
  const impersonated = (request: FastifyRequest): Sent['as'] => {
    const { userId: user, impersonated: given, impersonates } = callerOf(request);
    if (given) return { user, groups: given.groups };
    if (impersonates) return undefined;
    const { groupPrincipals = [] } = store.users.get(user) ?? {};
    return { user, groups: [...groupPrincipals, 'system:authenticated', 'system:cattle:authenticated'] };
  };
  const grants = new WeakMap<ClusterBehind, ReturnType<typeof peopleBehind>>();
  const grantIn = (cluster: ClusterBehind) => {
    const grant = grants.get(cluster) ?? peopleBehind(cluster.server);
    grants.set(cluster, grant);
    return grant;
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const id = clusterIdOf(request);
    const cluster = behind.find(id);
    if (!cluster) return undefined;
    const caller = callerOf(request);
    const as = impersonated(request);
    const below = request.url.replace(`/k8s/clusters/${id}`, '');
    const [path = ''] = below.split('?');
    const isPlayed = OF_STEVE.test(path) || isPlayedPath(path);
    if (isPlayed && caller.inside(id) !== 'cluster-admin') throw notSimulated('steve, for people in a real cluster');
    if (isPlayed) return void (await cluster.refresh());
    if (as) await grantIn(cluster)(context, id, caller);
    return forward(cluster, below, request, reply, as);
  };
}

async function forward(
  { server, refresh }: ClusterBehind,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
  as: Sent['as'],
) {
  const { method, headers, body } = request;
  const type = headers['content-type'];
  // A body that was read as protobuf is an object here, so it is sent on as JSON.
  const isJson = body !== undefined && typeof body !== 'string' && !/[/+](json|yaml)\b/.test(type ?? '');
  const answer = await server.open({
    ...{ method, path },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(type !== undefined && { type: isJson ? 'application/json' : type }),
    ...(headers.accept !== undefined && { accept: headers.accept }),
    ...(as && { as }),
  });
  if (method !== 'GET') await refresh();
  reply.raw.once('close', () => answer.body.destroy());
  return reply
    .code(answer.statusCode)
    .type(String(answer.headers['content-type'] ?? 'application/json'))
    .send(answer.body);
}

const namedIn = z.looseObject({ id: z.string().optional() });
const clusterOf = ({ behind }: Pick<RancherContext, 'behind'>, { params }: FastifyRequest) =>
  behind.find(namedIn.parse(params ?? {}).id?.split(':')[0] ?? '');

/**
 * For requests to norman about a cluster with a real Kubernetes API. Before the request is handled, the copy of the
 * cluster is refreshed. Before the answer is sent, all writes to the cluster are finished.
 */
export function normanBehind(app: FastifyInstance, context: Pick<RancherContext, 'behind'>): void {
  app.addHook('preHandler', async (request) => clusterOf(context, request)?.refresh());
  app.addHook('onSend', async (request, _reply, payload) => {
    await clusterOf(context, request)?.settled();
    return payload;
  });
}
