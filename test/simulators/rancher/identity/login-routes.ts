import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiToken, RancherUser } from '../_core/identity-objects.ts';
import { rancherBodies, UnreadableBody } from '../_core/rancher-bodies.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { invalidAction, notSupported, RancherError, sendNormanError } from '../_core/rancher-errors.ts';
import type { RancherStore } from '../_core/rancher-store.ts';
import { toSecond } from '../norman/norman-record.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import type { ApiTokens } from './api-tokens.ts';
import { outsideSignIn } from './outside-sign-in.ts';

const login = z.object({
  ...{ username: z.string().default(''), password: z.string().default('') },
  ...{ responseType: z.string().default(''), description: z.string().default('') },
  type: z.string().default(''),
});
const LOGOUT_ALL = { logoutAllEnabled: false, logoutAllForced: false, logoutAllSupported: false };

/** Login with a name and a password: at `/v3-public` for older clients, and at `/v1-public`. */
export async function loginRoutes(app: FastifyInstance, context: RancherContext, tokens: ApiTokens): Promise<void> {
  rancherBodies(app);
  app.setErrorHandler((error, _request, reply) =>
    sendNormanError(error instanceof UnreadableBody ? new UnreadableBody('') : error, reply),
  );
  const enter = (request: FastifyRequest, reply: FastifyReply) => {
    const given = login.parse(request.body ?? {});
    const user = authenticate(context.store, given);
    if (!user.enabled) return refuse(reply, 403, 'PermissionDenied');
    rememberLogin(user, context.clock.now());
    const ofUser = { userId: user.id, prefix: 'token-', kind: 'session', clusterId: '' } as const;
    const token = tokens.make({ ...ofUser, description: given.description, ttl: tokens.sessionTtl() });
    if (given.responseType === 'cookie') return sendCookie(reply, token);
    const expiresAt = toSecond(token.createdAt + token.ttl);
    const answer = { type: 'token', baseType: 'token', id: token.id, token: `${token.id}:${token.key}`, expiresAt };
    return reply.code(201).send(answer);
  };

  outsideSignIn(app, context, tokens);
  for (const path of ['/v3-public/authProviders', '/v3-public/authproviders']) {
    app.get(path, async (request) => providersView(baseUrlOf(request)));
  }
  app.get('/v1-public/authproviders', async () => ({ data: [{ id: 'local', type: 'localProvider', ...LOGOUT_ALL }] }));
  for (const path of ['/v3-public/localProviders', '/v3-public/localproviders']) {
    app.get(path, async () => {
      throw notSupported('GET');
    });
    app.get(`${path}/local`, async (request) => providerView(baseUrlOf(request)));
    app.post(`${path}/:id`, async (request, reply) => {
      const { action = '' } = z.object({ action: z.string().optional() }).parse(request.query);
      if (action !== 'login') throw invalidAction(action);
      const { id } = z.object({ id: z.string() }).parse(request.params);
      if (id !== 'local') {
        throw new RancherError(500, 'ServerError', `authconfigs.management.cattle.io "${id}" not found`);
      }
      return enter(request, reply);
    });
  }
  app.post('/v1-public/login', async (request, reply) => {
    if (login.parse(request.body ?? {}).type === 'localProvider') return enter(request, reply);
    return refuse(reply, 422, 'InvalidBodyContent');
  });
}

/** Names and passwords must match exactly. A user without any role may log in. */
function authenticate({ users }: RancherStore, { username, password }: z.infer<typeof login>): RancherUser {
  const user = [...users.values()].find((one) => one.username === username && !one.removedAt);
  if (!user || password === '' || user.password !== password)
    throw new RancherError(401, 'Unauthorized', 'authentication failed');
  return user;
}

const refuse = (reply: FastifyReply, status: number, code: string): FastifyReply =>
  reply.code(status).send({ type: 'error', baseType: 'error', code, status });

function rememberLogin(user: RancherUser, now: number): void {
  user.name ??= user.username;
  user.labels = { ...user.labels, 'cattle.io/last-login': String(Math.floor(now / 1000)) };
}

const sendCookie = (reply: FastifyReply, { id, key }: ApiToken): FastifyReply =>
  reply.header('set-cookie', `R_SESS=${id}:${key}; Path=/; HttpOnly; Secure`).send();

function providerView(baseUrl: string) {
  const self = `${baseUrl}/v3-public/localProviders/local`;
  return {
    ...{ id: 'local', type: 'localProvider', baseType: 'authProvider', creatorId: null, ...LOGOUT_ALL },
    ...{ links: { self }, actions: { login: `${self}?action=login` } },
  };
}

function providersView(baseUrl: string) {
  const self = `${baseUrl}/v3-public/authProviders`;
  const fields = ['created', 'creatorId', ...Object.keys(LOGOUT_ALL), 'name', 'removed', 'type', 'uuid'];
  const sortable = ['type', 'uuid'].map((field) => [field, `${self}?sort=${field}`]);
  return {
    ...{ type: 'collection', resourceType: 'authProvider', links: { self }, actions: {} },
    pagination: { limit: 1000, total: 1 },
    sort: { order: 'asc', reverse: `${self}?order=desc`, links: Object.fromEntries(sortable) },
    filters: Object.fromEntries(fields.map((field) => [field, null])),
    data: [providerView(baseUrl)],
  };
}
