import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiToken, RancherUser } from '../_core/identity-objects.ts';
import { UnreadableBody } from '../_core/rancher-bodies.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { invalidAction, JSON_TYPE, notFound, RancherError, sendNormanError } from '../_core/rancher-errors.ts';
import { normanRecord, toSecond } from '../norman/norman-record.ts';
import { normanCollection } from '../norman/norman-view.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import type { ApiTokens } from './api-tokens.ts';
import { callerOf } from './caller.ts';

/** A request cannot set labels, a name or a user. */
const order = z.object({
  description: z.string().nullish(),
  ttl: z.int().nullish(),
  clusterId: z.string().nullish(),
});
const query = z.object({ action: z.string().optional() });

/** `/v3/tokens`: the caller's own tokens, even expired ones. The key is shown once, when a token is made. */
export function normanApiTokens(app: FastifyInstance, context: RancherContext, tokens: ApiTokens): void {
  const { store } = context;
  const get = (request: FastifyRequest): ApiToken => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const found = store.apiTokens.get(id);
    if (!found) throw notFound(`tokens.management.cattle.io "${id}" not found`);
    if (found.userId !== callerOf(request).userId) throw notFound(`${id} not found`);
    return found;
  };
  const view = (request: FastifyRequest) => (token: ApiToken) => tokenView(request, context, tokens, token);

  // This list has a handler of its own. Unlike norman's other lists, it ignores filters.
  app.get('/tokens', async (request) => {
    const own = [...store.apiTokens.values()].filter(
      ({ isExt, userId }) => !isExt && userId === callerOf(request).userId,
    );
    const list = normanCollection(request, { resourceType: 'token', filters: [] }, own.map(view(request)));
    return { ...list, pagination: { limit: list.pagination.limit } };
  });
  app.post(
    '/tokens',
    { errorHandler: (error, _request, reply) => sendNormanError(asFormat(error), reply) },
    async (request, reply) => {
      const { action } = query.parse(request.query);
      if (action !== undefined) {
        if (action !== 'logout') throw invalidAction(action);
        const { token } = callerOf(request);
        if (token) tokens.logOut(token);
        return reply.header('content-type', JSON_TYPE).send('');
      }
      const { description, ttl, clusterId } = orderIn(request.body);
      const { userId } = callerOf(request);
      const token = tokens.make({
        ...{ userId, prefix: 'token-', kind: '', description: description ?? '', clusterId: clusterId ?? '' },
        ttl: tokens.clampedTtl(ttl ?? 0),
      });
      return reply
        .code(201)
        .send({ ...view(request)(token), expiresAt: '', expired: false, token: `${token.id}:${token.key}` });
    },
  );
  app.get('/tokens/:id', async (request) => view(request)(get(request)));
  app.put('/tokens/:id', async () => {
    throw notFound('no store found');
  });
  app.delete('/tokens/:id', async (request, reply) => {
    const token = get(request);
    if (token.id === callerOf(request).token?.id && token.kind === 'session') {
      throw new RancherError(400, 'BadRequest', 'Cannot delete token for current session. Use logout instead');
    }
    store.apiTokens.delete(token.id);
    return reply.code(204).header('content-type', JSON_TYPE).send();
  });
}

/**
 * This body is read by Go's decoder, not by norman's decoder. Therefore the error for a bad body is `InvalidFormat`.
 */
const asFormat = (error: unknown): unknown =>
  error instanceof UnreadableBody ? new RancherError(422, 'InvalidFormat', error.message) : error;

function orderIn(body: unknown): z.infer<typeof order> {
  if (body === undefined) throw new UnreadableBody('unexpected end of JSON input');
  if (Array.isArray(body)) throw new UnreadableBody('json: cannot unmarshal array into Go value of type client.Token');
  const given = order.safeParse(body ?? {});
  if (given.success) return given.data;
  const [issue] = given.error.issues;
  const field = issue?.path.join('.') ?? '';
  const wrong = typeof z.record(z.string(), z.unknown()).parse(body)[field];
  const wanted = field === 'ttl' ? 'int64' : 'string';
  throw new UnreadableBody(`json: cannot unmarshal ${wrong} into Go struct field Token.${field} of type ${wanted}`);
}

function tokenView(
  request: FastifyRequest,
  { store, clock, delays }: RancherContext,
  tokens: ApiTokens,
  token: ApiToken,
) {
  const { id, createdAt, ttl, kind, description, clusterId, userId } = token;
  const isDerived = kind !== 'session';
  const isExpirySet = !isDerived || createdAt + delays.tokenExpiry * delays.pace <= clock.now();
  const made = { ...token, createdAt: toSecond(createdAt), creatorId: null };
  return normanRecord(`${baseUrlOf(request)}/v3/tokens`, 'token', made, {
    ...{
      name: id,
      authProvider: 'local',
      clusterId: clusterId || null,
      description,
      enabled: true,
      isDerived,
      ttl,
      userId,
    },
    current: !isDerived && callerOf(request).token?.id === id,
    ...(token.lastUsedAt !== undefined && { lastUsedAt: toSecond(token.lastUsedAt) }),
    expired: tokens.isOver(token),
    expiresAt: ttl > 0 && isExpirySet ? toSecond(createdAt + ttl) : '',
    labels: {
      'authn.management.cattle.io/token-userId': userId,
      ...(kind && { 'authn.management.cattle.io/kind': kind }),
    },
    userPrincipal: principalOf(userId, store.users.get(userId)),
  });
}

/** The text has the form in which Go prints a map. */
function principalOf(userId: string, user: RancherUser | undefined): string {
  const { username = '', name = username } = user ?? {};
  return `map[displayName:${name} loginName:${username} me:true metadata:map[name:local://${userId}] principalType:user provider:local]`;
}
