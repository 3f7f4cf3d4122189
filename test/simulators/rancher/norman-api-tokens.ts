import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ApiTokens, USER_ID } from './api-tokens.ts';
import { normanCollection, normanObject } from './norman-view.ts';
import type { RancherContext } from './rancher-context.ts';
import { notFound } from './rancher-errors.ts';
import type { ApiToken } from './rancher-objects.ts';
import { baseUrlOf } from './steve-collection.ts';

/** Labels are not among what can be asked for. */
const order = z.object({
  description: z.string().default(''),
  ttl: z.int().min(0).default(0),
  clusterId: z.string().nullish(),
});

/** `/v3/tokens`: the caller's own, expired ones too. The key is told once, when a token is made. */
export function normanApiTokens(app: FastifyInstance, { store }: RancherContext, tokens: ApiTokens): void {
  const get = (request: FastifyRequest): ApiToken => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const found = store.apiTokens.get(id);
    if (!found) throw notFound(`tokens.management.cattle.io "${id}" not found`);
    return found;
  };
  const view = (request: FastifyRequest) => (token: ApiToken) =>
    tokenView(token, tokens.isOver(token), baseUrlOf(request));

  // A handler of its own answers this list: unlike norman's others it looks at no query.
  app.get('/tokens', async (request) =>
    normanCollection(request, { resourceType: 'token', filters: [] }, [...store.apiTokens.values()].map(view(request))),
  );
  app.post('/tokens', async (request, reply) => {
    const { description, ttl, clusterId } = order.parse(request.body ?? {});
    const scope = { kind: '', clusterId: clusterId ?? '' } as const;
    const token = tokens.make({ prefix: 'token-', description, ttl: tokens.clampedTtl(ttl), ...scope });
    return reply.code(201).send({ ...view(request)(token), token: `${token.id}:${token.key}` });
  });
  app.get('/tokens/:id', async (request) => view(request)(get(request)));
  app.delete('/tokens/:id', async (request, reply) => {
    store.apiTokens.delete(get(request).id);
    return reply.code(204).send();
  });
}

function tokenView(token: ApiToken, expired: boolean, baseUrl: string) {
  const { id, uid, createdAt, ttl, kind, description, clusterId } = token;
  return normanObject(baseUrl, {
    type: 'token',
    collection: 'tokens',
    id,
    name: id,
    uuid: uid,
    authProvider: 'local',
    clusterId: clusterId === '' ? null : clusterId,
    created: seconds(createdAt),
    createdTS: createdAt,
    current: false,
    description,
    expired,
    expiresAt: ttl === 0 ? '' : seconds(createdAt + ttl),
    isDerived: true,
    labels: {
      'authn.management.cattle.io/token-userId': USER_ID,
      ...(kind && { 'authn.management.cattle.io/kind': kind }),
    },
    ttl,
    userId: USER_ID,
    userPrincipal: `map[metadata:map[name:local://${USER_ID}]]`,
  });
}

const seconds = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+/, '');
