import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiToken } from '../_core/identity-objects.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound } from '../_core/rancher-errors.ts';
import { toSecond } from '../norman/norman-record.ts';
import { baseUrlOf, steveCollection } from '../steve/steve-collection.ts';
import type { ApiTokens } from './api-tokens.ts';
import { callerOf } from './caller.ts';

const TYPE = 'ext.cattle.io.token';
const order = z.object({
  spec: z
    .object({ description: z.string().default(''), ttl: z.int().default(0), kind: z.string().default('') })
    .default({ description: '', ttl: 0, kind: '' }),
});

/** `/v1/ext.cattle.io.tokens`: keys of the newer kind, which `/v3/tokens` does not list. */
export function steveTokens(app: FastifyInstance, context: RancherContext, tokens: ApiTokens): void {
  const { store } = context;
  const own = (request: FastifyRequest) =>
    [...store.apiTokens.values()].filter(({ isExt, userId }) => isExt && userId === callerOf(request).userId);
  const get = (request: FastifyRequest): ApiToken => {
    const { name } = z.object({ name: z.string() }).parse(request.params);
    const found = own(request).find(({ id }) => id === name);
    if (!found) throw notFound(`tokens.ext.cattle.io "${name}" not found`);
    return found;
  };
  const view = (request: FastifyRequest) => (token: ApiToken) => tokenView(request, context, tokens, token);
  const list = (request: FastifyRequest, resourceType: string, objects: ApiToken[]) => {
    const { revision: _, ...answer } = steveCollection(request, context, {
      resourceType,
      objects,
      view: view(request),
    });
    return answer;
  };

  app.get(`/${TYPE}s`, async (request) => list(request, TYPE, own(request)));
  app.get('/ext.cattle.io.kubeconfigs', async (request) => list(request, 'ext.cattle.io.kubeconfig', []));
  app.post(`/${TYPE}s`, async (request, reply) => {
    const { description, ttl } = order.parse(request.body ?? {}).spec;
    const { userId } = callerOf(request);
    const ofUser = { userId, prefix: 'token-', kind: '', clusterId: '', isExt: true } as const;
    const token = tokens.make({ ...ofUser, description, ttl: tokens.clampedTtl(ttl) });
    const { status, ...rest } = view(request)(token);
    const shownOnce = { value: token.key, bearerToken: `ext/${token.id}:${token.key}` };
    return reply.code(201).send({ ...rest, status: { ...status, ...shownOnce } });
  });
  app.get(`/${TYPE}s/:name`, async (request) => view(request)(get(request)));
  app.delete(`/${TYPE}s/:name`, async (request, reply) => {
    store.apiTokens.delete(get(request).id);
    return reply.code(204).send();
  });
}

function tokenView(request: FastifyRequest, { store }: RancherContext, tokens: ApiTokens, token: ApiToken) {
  const { id, uid, userId, createdAt, description, ttl, kind } = token;
  const self = `${baseUrlOf(request)}/v1/${TYPE}s/${id}`;
  const { username = '', name = username } = store.users.get(userId) ?? {};
  return {
    ...{ id, type: TYPE, apiVersion: 'ext.cattle.io/v1', kind: 'Token' },
    links: {
      self,
      update: self,
      patch: self,
      remove: self,
      view: `${baseUrlOf(request)}/apis/ext.cattle.io/v1/tokens/${id}`,
    },
    metadata: {
      ...{ name: id, generateName: 'token-', uid, resourceVersion: String(createdAt), relationships: null },
      labels: { 'authn.management.cattle.io/kind': kind, 'cattle.io/user-id': userId },
      ...{ creationTimestamp: toSecond(createdAt), managedFields: [] },
      state: { name: 'active', transitioning: false, error: false, message: 'Resource is current' },
    },
    spec: {
      ...{ description, enabled: true, kind, ttl, userID: userId },
      userPrincipal: {
        ...{ name: `local://${userId}`, displayName: name, loginName: username },
        ...{ me: true, principalType: 'user', provider: 'local' },
      },
    },
    status: {
      ...{ current: callerOf(request).token?.id === id, expired: tokens.isOver(token) },
      ...{ expiresAt: toSecond(createdAt + ttl), lastUpdateTime: toSecond(createdAt) },
    },
  };
}
