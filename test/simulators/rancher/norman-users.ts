import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { unusedId } from '../_kit/random-name.ts';
import { normanCollection, normanObject } from './norman-view.ts';
import type { RancherContext } from './rancher-context.ts';
import { notFound, RancherError } from './rancher-errors.ts';
import type { RancherUser } from './rancher-objects.ts';
import type { RancherStore } from './rancher-store.ts';
import { baseUrlOf } from './steve-collection.ts';

/** Rancher's setting `password-min-length`. */
const SHORTEST_PASSWORD = 12;
const labels = z.record(z.string(), z.string());
const newUser = z.object({
  ...{ username: z.string().default(''), password: z.string().default('') },
  ...{ name: z.string().default(''), description: z.string().default(''), labels: labels.default({}) },
  ...{ enabled: z.boolean().default(true), mustChangePassword: z.boolean().default(false) },
});
/** A PUT changes what it names; a user's name to sign in with stays. */
const userChange = z.object({
  ...{ name: z.string(), description: z.string(), labels, enabled: z.boolean(), mustChangePassword: z.boolean() },
});

/** `/v3/users`: Rancher's own accounts. A password is never told. */
export function normanUsers(app: FastifyInstance, { store, clock }: RancherContext): void {
  const get = (request: FastifyRequest): RancherUser => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const found = store.users.get(id);
    if (!found) throw notFound(`users.management.cattle.io "${id}" not found`);
    return found;
  };
  const view = (request: FastifyRequest) => (user: RancherUser) => userView(user, baseUrlOf(request));

  app.get('/users', async (request) =>
    normanCollection(
      request,
      { resourceType: 'user', filters: ['id', 'username', 'name', 'enabled'] },
      [...store.users.values()].map(view(request)),
    ),
  );
  app.post('/users', async (request, reply) => {
    const { password, ...given } = newUser.parse(request.body ?? {});
    demandUsername(store, given.username);
    demandPassword(password, given.username);
    const createdAt = new Date(clock.now()).toISOString();
    const user: RancherUser = { ...given, id: unusedId('u-', store.users), createdAt, uid: randomUUID() };
    store.users.set(user.id, user);
    return reply.code(201).send(view(request)(user));
  });
  app.get('/users/:id', async (request) => view(request)(get(request)));
  app.put('/users/:id', async (request) => {
    const user = get(request);
    const given = userChange.partial().parse(request.body ?? {});
    const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const changed: RancherUser = { ...user, ...change };
    store.users.set(user.id, changed);
    return view(request)(changed);
  });
  app.delete('/users/:id', async (request) => {
    const user = get(request);
    forgetUser(store, user.id);
    return view(request)(user);
  });
}

function demandUsername(store: RancherStore, username: string): void {
  if (username === '') throw new RancherError(422, 'MissingRequired', 'username');
  const isTaken = [...store.users.values()].some((user) => user.username === username);
  if (isTaken) throw new RancherError(422, 'NotUnique', 'Username is already in use.');
}

function demandPassword(password: string, username: string): void {
  if (password === '') throw new RancherError(422, 'MissingRequired', 'password');
  if (password.length < SHORTEST_PASSWORD) {
    throw new RancherError(422, 'InvalidBodyContent', `Password must be at least ${SHORTEST_PASSWORD} characters`);
  }
  if (password === username)
    throw new RancherError(422, 'InvalidBodyContent', 'Password cannot be the same as username');
}

/** Rancher's controller takes a user's bindings with him. */
function forgetUser(store: RancherStore, userId: string): void {
  for (const bindings of [store.roleBindings, store.globalRoleBindings]) {
    for (const [id, binding] of bindings) if (binding.userId === userId) bindings.delete(id);
  }
  store.users.delete(userId);
}

function userView({ id, uid, createdAt, ...user }: RancherUser, baseUrl: string) {
  return normanObject(baseUrl, {
    ...{ type: 'user', collection: 'users', id, uuid: uid, created: createdAt, ...user },
    ...{ me: false, principalIds: [`local://${id}`] },
    actions: { setpassword: `${baseUrl}/v3/users/${id}?action=setpassword` },
  });
}
