import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { unusedId } from '../../_kit/random-name.ts';
import type { RancherUser } from '../_core/identity-objects.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { invalidAction, JSON_TYPE, notFound, RancherError } from '../_core/rancher-errors.ts';
import { forbidden } from '../norman/norman-door.ts';
import { normanCollection } from '../norman/norman-view.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import { callerOf } from './caller.ts';
import { checkPassword } from './user-passwords.ts';
import { removeUser } from './user-removal.ts';
import { userView } from './user-view.ts';

const labels = z.record(z.string(), z.string());
const newUser = z.object({
  ...{ username: z.string().default(''), password: z.string().default('') },
  ...{ name: z.string().optional(), description: z.string().default(''), labels: labels.default({}) },
  ...{ enabled: z.boolean().default(true), mustChangePassword: z.boolean().default(false) },
});
/** A PUT changes only the fields that it names. */
const userChange = z
  .object({
    ...{ username: z.string(), name: z.string(), description: z.string(), labels },
    ...{ enabled: z.boolean(), mustChangePassword: z.boolean() },
  })
  .partial();
const passwords = z.object({ currentPassword: z.string().default(''), newPassword: z.string().default('') });

/** `/v3/users`: Rancher's own accounts. A password is never shown. */
export function normanUsers(app: FastifyInstance, context: RancherContext): void {
  const { store } = context;
  const get = (request: FastifyRequest): RancherUser => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const found = store.users.get(id);
    if (!found) throw notFound(`users.management.cattle.io "${id}" not found`);
    return found;
  };
  const view = (request: FastifyRequest) => (user: RancherUser) =>
    userView(user, callerOf(request), baseUrlOf(request));

  app.get('/users', async (request) => ({
    ...normanCollection(
      request,
      { resourceType: 'user', filters: ['id', 'username', 'name', 'enabled', 'me'] },
      [...store.users.values()].map(view(request)),
    ),
    actions: collectionActions(request),
  }));
  app.post('/users', async (request, reply) => {
    const { action } = z.object({ action: z.string().optional() }).parse(request.query);
    if (action === 'changepassword') {
      changePassword(context, request);
      return reply.send();
    }
    if (action === 'refreshauthprovideraccess') return reply.header('content-type', JSON_TYPE).send('');
    if (action !== undefined) throw invalidAction(action);
    const user = createUser(context, request);
    return reply.code(201).send(view(request)(user));
  });
  app.get('/users/:id', async (request) => view(request)(get(request)));
  app.post('/users/:id', async (request, reply) => {
    const user = get(request);
    const { action = '' } = z.object({ action: z.string().optional() }).parse(request.query);
    refuseForeign(request, user);
    if (action === 'refreshauthprovideraccess') return reply.header('content-type', JSON_TYPE).send('');
    if (action !== 'setpassword') throw invalidAction(action);
    const { newPassword } = passwords.parse(request.body ?? {});
    checkPassword(context, newPassword, user.username);
    user.password = newPassword;
    return view(request)(user);
  });
  app.put('/users/:id', async (request) => {
    const user = get(request);
    const { username = user.username, ...given } = userChange.parse(request.body ?? {});
    if (username !== user.username) throw immutable('user.username', username);
    Object.assign(user, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
    return view(request)(user);
  });
  app.delete('/users/:id', async (request, reply) => {
    const user = get(request);
    if (user.removedAt) return reply.code(204).header('content-type', JSON_TYPE).send();
    removeUser(context, user);
    return view(request)(user);
  });
}

function createUser(context: RancherContext, request: FastifyRequest): RancherUser {
  const { store, clock } = context;
  const { username, ...given } = newUser.parse(request.body ?? {});
  checkNew(context, username, given.password);
  const createdAt = new Date(clock.now()).toISOString();
  const creatorId = callerOf(request).userId;
  const own = { id: unusedId('u-', store.users), username, creatorId, createdAt, uid: randomUUID() };
  const user: RancherUser = { ...given, ...own, labels: { ...given.labels, 'cattle.io/creator': 'norman' } };
  store.users.set(user.id, user);
  return user;
}

function collectionActions(request: FastifyRequest): Record<string, string> {
  const at = `${baseUrlOf(request)}/v3/users?action=`;
  const mayRefresh = callerOf(request).may('create', { resource: 'users' });
  return {
    changepassword: `${at}changepassword`,
    ...(mayRefresh && { refreshauthprovideraccess: `${at}refreshauthprovideraccess` }),
  };
}

/**
 * Users may set any password for their own account. Callers who may change users may set any password for other
 * accounts, too.
 */
function refuseForeign(request: FastifyRequest, { id }: RancherUser): void {
  const caller = callerOf(request);
  const asked = { resource: 'users', name: id };
  if (id !== caller.userId && !caller.may('update', asked)) throw forbidden(caller, 'update', asked);
}

function changePassword(context: RancherContext, request: FastifyRequest): void {
  const { currentPassword, newPassword } = passwords.parse(request.body ?? {});
  const user = context.store.users.get(callerOf(request).userId);
  if (user?.password !== currentPassword) {
    throw new RancherError(422, 'InvalidBodyContent', 'invalid current password');
  }
  checkPassword(context, newPassword, user.username);
  Object.assign(user, { password: newPassword, mustChangePassword: false });
}

function checkNew(context: RancherContext, username: string, password: string): void {
  if (username === '') throw new RancherError(500, 'ServerError', 'invalid username');
  if (password === '') throw new RancherError(500, 'ServerError', 'invalid password');
  checkPassword(context, password, username);
  const isTaken = [...context.store.users.values()].some((user) => user.username === username);
  if (isTaken) throw new RancherError(422, 'NotUnique', 'Username is already in use.', 'username');
}

function immutable(field: string, value: string): RancherError {
  const webhook = 'admission webhook "rancher.cattle.io.users.management.cattle.io" denied the request';
  return new RancherError(400, 'BadRequest', `${webhook}: ${field}: Invalid value: "${value}": field is immutable`);
}
