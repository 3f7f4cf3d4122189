import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { newHexId, newSecret } from '../ids.ts';
import { keystoneRefusal } from '../refusal.ts';
import { NOT_SIMULATED } from '../service.ts';
import { authUrl, type Caller, keystoneCaller } from './caller.ts';
import { keystoneList } from './listing.ts';
import { allow, found } from './policy.ts';
import { roleNamed, withImplied } from './roles.ts';
import type { ApplicationCredential } from './rows.ts';
import { keystoneTime } from './token-view.ts';

interface OfUser {
  Params: { userId: string; id: string };
}

const creation = z.object({
  application_credential: z.strictObject({
    name: z.string().min(1).max(255),
    description: z.string().nullish(),
    secret: z.string().nullish(),
    unrestricted: z.boolean().nullish(),
    expires_at: z.string().nullish(),
    project_id: z.string().optional(),
    access_rules: z.array(z.never(NOT_SIMULATED)).optional(),
    roles: z.array(z.object({ id: z.string().optional(), name: z.string().optional() })).optional(),
  }),
});
type Creation = z.infer<typeof creation>['application_credential'];

/** `/v3/users/{id}/application_credentials`: made only by the user, for the project of the user's token. */
export function addApplicationCredentialRoutes(app: FastifyInstance, cloud: Cloud): void {
  const path = '/v3/users/:userId/application_credentials';
  const mine = (userId: string) =>
    [...cloud.keystone.applicationCredentials.values()].filter((credential) => credential.userId === userId);

  app.get<OfUser>(path, async (request) => {
    const { userId } = request.params;
    const caller = keystoneCaller(cloud, request);
    allow(caller.admin || caller.userId === userId, 'list_application_credentials');
    const views = mine(userId).map((credential) => credentialView(cloud, credential));
    const self = `${authUrl(request)}/users/${userId}/application_credentials`;
    return keystoneList('application_credentials', views, Object(request.query), self);
  });

  app.post<OfUser>(path, async (request, reply) => {
    const caller = keystoneCaller(cloud, request);
    allow(caller.userId === request.params.userId && !isRestricted(cloud, caller), 'create_application_credential');
    const given = creation.parse(request.body).application_credential;
    if (mine(caller.userId).some(({ name }) => name === given.name)) {
      throw keystoneRefusal(409, 'Conflict occurred attempting to store application_credential - Duplicate entry.');
    }
    const credential = newCredential(cloud, caller, given);
    cloud.keystone.applicationCredentials.set(credential.id, credential);
    // The only answer that ever holds the secret.
    const view = { ...credentialView(cloud, credential), secret: credential.secret };
    return reply.code(201).send({ application_credential: view });
  });

  app.get<OfUser>(`${path}/:id`, async (request) => {
    const { userId, id } = request.params;
    const caller = keystoneCaller(cloud, request);
    allow(caller.admin || caller.userId === userId, 'get_application_credential');
    const credential = mine(userId).find((one) => one.id === id);
    return { application_credential: credentialView(cloud, found(credential, 'Application Credential', id)) };
  });

  app.delete<OfUser>(`${path}/:id`, async (request, reply) => {
    const { userId, id } = request.params;
    const caller = keystoneCaller(cloud, request);
    const permitted = caller.userId === userId && !isRestricted(cloud, caller);
    allow(caller.admin || permitted, 'delete_application_credential');
    const credential = mine(userId).find((one) => one.id === id);
    cloud.keystone.applicationCredentials.delete(found(credential, 'Application Credential', id).id);
    return reply.code(204).send();
  });
}

function isRestricted(cloud: Cloud, { token }: Caller): boolean {
  const used = cloud.keystone.applicationCredentials.get(token.applicationCredentialId ?? '');
  return used !== undefined && !used.unrestricted;
}

function newCredential(cloud: Cloud, caller: Caller, given: Creation): ApplicationCredential {
  if (!caller.projectId) throw keystoneRefusal(400, 'A project-scoped token is required.');
  const expiresAt = given.expires_at ? expiryOf(given.expires_at) : null;
  if (expiresAt !== null && !(expiresAt > cloud.clock.now())) {
    throw keystoneRefusal(400, 'The application credential expires in the past.');
  }
  return {
    ...{ id: newHexId(), name: given.name, description: given.description ?? null },
    ...{ userId: caller.userId, projectId: caller.projectId, secret: given.secret ?? newSecret() },
    roleNames: given.roles ? heldRoles(cloud, caller, given.roles) : caller.token.roleNames,
    unrestricted: given.unrestricted ?? null,
    expiresAt,
  };
}

/** Keystone reads a time without a zone as UTC. */
const expiryOf = (text: string) => Date.parse(/Z$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);

function heldRoles(cloud: Cloud, caller: Caller, roles: NonNullable<Creation['roles']>): string[] {
  const names = roles.map(({ id, name }) => (id === undefined ? name : cloud.keystone.roles.get(id)?.name) ?? '');
  const missing = names.find((name) => !caller.token.roleNames.includes(name));
  if (missing !== undefined) throw keystoneRefusal(400, `The user does not hold the role ${missing} on the project.`);
  return withImplied(names);
}

function credentialView(cloud: Cloud, credential: ApplicationCredential) {
  const { id, name, description, projectId, userId, unrestricted, expiresAt } = credential;
  const roles = credential.roleNames.map((role) => ({
    ...{ id: roleNamed(cloud, role)?.id, name: role, domain_id: null, description: null, options: {} },
  }));
  const expires_at = expiresAt === null ? null : keystoneTime(expiresAt).replace(/Z$/, '');
  return {
    id,
    name,
    description,
    project_id: projectId,
    user_id: userId,
    roles,
    unrestricted,
    expires_at,
    system: null,
  };
}
