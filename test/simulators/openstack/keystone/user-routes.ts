import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { newHexId } from '../ids.ts';
import { keystoneRefusal, unauthenticated } from '../refusal.ts';
import { authUrl, keystoneCaller } from './caller.ts';
import { keystoneList } from './listing.ts';
import { allow, found, requireAdmin, requireFreeName } from './policy.ts';
import { projectView } from './project-routes.ts';
import { rolesOn } from './roles.ts';
import type { User } from './rows.ts';

interface ById {
  Params: { id: string };
}

/** Options that free a user from password rules. This cloud has no such rules. */
const flag = z.boolean().nullish();
const options = {
  ignore_change_password_upon_first_use: flag,
  ignore_password_expiry: flag,
  ignore_lockout_failure_attempts: flag,
  ignore_user_inactivity: flag,
  lock_password: flag,
  multi_factor_auth_enabled: z.literal(false).nullish(),
  multi_factor_auth_rules: z.array(z.never()).nullish(),
};
const fields = {
  name: z.string().min(1).max(255),
  password: z.string().optional(),
  enabled: z.boolean().optional(),
  email: z.string().nullish(),
  description: z.string().nullish(),
  default_project_id: z.string().nullish(),
  options: z.strictObject(options).optional(),
};
const creation = z.object({ user: z.object({ ...fields, domain_id: z.string().optional() }) });
const change = z.object({ user: z.object(fields).partial() });

const passwordChange = z.object({ user: z.object({ original_password: z.string(), password: z.string() }) });

/** Never shows the password. */
const userView = ({ password: _secret, ...user }: User, request: FastifyRequest) => ({
  ...user,
  options: user.options ?? {},
  password_expires_at: null,
  links: { self: `${authUrl(request)}/users/${user.id}` },
});

function addPasswordRoute(app: FastifyInstance, cloud: Cloud): void {
  app.post<ById>('/v3/users/:id/password', async (request, reply) => {
    const user = found(cloud.keystone.users.get(request.params.id), 'user', request.params.id);
    const { original_password: old, password } = passwordChange.parse(request.body).user;
    if (old !== user.password) throw unauthenticated(authUrl(request));
    user.password = password;
    endTokens(cloud, user.id);
    return reply.code(204).send();
  });
}

function addDeletion(app: FastifyInstance, cloud: Cloud): void {
  app.delete<ById>('/v3/users/:id', async (request, reply) => {
    requireAdmin(keystoneCaller(cloud, request), 'delete_user');
    const { id } = found(cloud.keystone.users.get(request.params.id), 'user', request.params.id);
    endTokens(cloud, id);
    deleteUser(cloud, id);
    return reply.code(204).send();
  });
}

export function addUserRoutes(app: FastifyInstance, cloud: Cloud): void {
  addPasswordRoute(app, cloud);
  addDeletion(app, cloud);
  const users = () => cloud.keystone.users;

  app.get('/v3/users', async (request) => {
    requireAdmin(keystoneCaller(cloud, request), 'list_users');
    const views = [...users().values()].map((user) => userView(user, request));
    return keystoneList('users', views, Object(request.query), `${authUrl(request)}/users`);
  });

  app.post('/v3/users', async (request, reply) => {
    requireAdmin(keystoneCaller(cloud, request), 'create_user');
    const given = creation.parse(request.body).user;
    if (given.domain_id && !cloud.keystone.domains.has(given.domain_id)) {
      throw keystoneRefusal(404, `Could not find domain: ${given.domain_id}.`);
    }
    const defaults = { domain_id: 'default', enabled: true, password: '' };
    const user: User = { ...defaults, ...definedOnly(given), name: given.name, id: newHexId() };
    requireFreeName(users().values(), user, 'user');
    users().set(user.id, user);
    return reply.code(201).send({ user: userView(user, request) });
  });

  app.get<ById>('/v3/users/:id', async (request) => {
    const caller = keystoneCaller(cloud, request);
    const { id } = request.params;
    allow(caller.admin || caller.userId === id, 'get_user');
    return { user: userView(found(users().get(id), 'user', id), request) };
  });

  app.get<ById>('/v3/users/:id/projects', async (request) => {
    const caller = keystoneCaller(cloud, request);
    const { id } = request.params;
    allow(caller.admin || caller.userId === id, 'list_user_projects');
    const mine = [...cloud.keystone.projects.values()].filter((project) => rolesOn(cloud, id, project.id).length > 0);
    const views = mine.map((project) => projectView(project, request));
    return keystoneList('projects', views, {}, `${authUrl(request)}/users/${id}/projects`);
  });

  app.patch<ById>('/v3/users/:id', async (request) => {
    requireAdmin(keystoneCaller(cloud, request), 'update_user');
    const user = found(users().get(request.params.id), 'user', request.params.id);
    Object.assign(user, definedOnly(change.parse(request.body).user));
    if (!user.enabled) endTokens(cloud, user.id);
    return { user: userView(user, request) };
  });
}

const definedOnly = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

/** Tokens of a disabled user end for good. Enabling the user again does not revive them. */
function endTokens({ keystone }: Cloud, userId: string): void {
  for (const token of keystone.tokens.values()) if (token.userId === userId) token.revoked = true;
}

function deleteUser({ keystone }: Cloud, userId: string): void {
  keystone.users.delete(userId);
  keystone.assignments = keystone.assignments.filter((one) => one.userId !== userId);
  for (const credential of keystone.applicationCredentials.values()) {
    if (credential.userId === userId) keystone.applicationCredentials.delete(credential.id);
  }
}
