import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Cloud } from '../cloud.ts';
import { keystoneRefusal } from '../refusal.ts';
import { authUrl, type Caller, keystoneCaller } from './caller.ts';
import { keystoneList } from './listing.ts';
import { creation, newCredential } from './new-application-credential.ts';
import { allow, found } from './policy.ts';
import { roleNamed } from './roles.ts';
import type { ApplicationCredential } from './rows.ts';

interface OfUser {
  Params: { userId: string; id: string };
}

/**
 * `/v3/users/{id}/application_credentials`. Users make credentials only for themselves, in the project of their token.
 * The owner of a credential may show or delete it with any user id in the path (measured).
 */
export function addApplicationCredentialRoutes(app: FastifyInstance, cloud: Cloud): void {
  const path = '/v3/users/:userId/application_credentials';
  const { applicationCredentials } = cloud.keystone;
  const ofUser = (userId: string) => [...applicationCredentials.values()].filter((one) => one.userId === userId);

  app.get<OfUser>(path, async (request) => {
    const { userId } = request.params;
    const caller = keystoneCaller(cloud, request);
    allow(caller.admin || caller.userId === userId, 'list_application_credentials');
    const views = ofUser(userId).map((credential) => credentialView(cloud, credential, request));
    const self = `${authUrl(request)}/users/${userId}/application_credentials`;
    return keystoneList('application_credentials', views, namesAsked(Object(request.query)), self);
  });

  app.post<OfUser>(path, async (request, reply) => {
    const caller = keystoneCaller(cloud, request);
    const given = creation.parse(request.body).application_credential;
    allow(caller.userId === request.params.userId, 'create_application_credential');
    requireUnrestricted(cloud, caller);
    const credential = newCredential(cloud, caller, given);
    requireRoom(cloud, ofUser(caller.userId), credential);
    applicationCredentials.set(credential.id, credential);
    // No other answer ever holds the secret.
    const view = { ...credentialView(cloud, credential, request), secret: credential.secret };
    return reply.code(201).send({ application_credential: view });
  });

  /**
   * The credential that the path names. The caller's right is checked first, so a missing credential gets a 404 only
   * after this check. The check uses the owner of the credential. If the credential does not exist, the check uses the
   * user in the path.
   */
  const allowed = (caller: Caller, { userId, id }: OfUser['Params'], action: string): ApplicationCredential => {
    const credential = applicationCredentials.get(id);
    allow(caller.admin || caller.userId === (credential?.userId ?? userId), action);
    if (action === 'delete_application_credential') requireUnrestricted(cloud, caller);
    return found(credential, 'Application Credential', id);
  };

  app.get<OfUser>(`${path}/:id`, async (request) => {
    const credential = allowed(keystoneCaller(cloud, request), request.params, 'get_application_credential');
    return { application_credential: credentialView(cloud, credential, request) };
  });

  app.delete<OfUser>(`${path}/:id`, async (request, reply) => {
    const credential = allowed(keystoneCaller(cloud, request), request.params, 'delete_application_credential');
    applicationCredentials.delete(credential.id);
    return reply.code(204).send();
  });
}

/** Keystone filters the list by name alone, without pages. Keystone ignores any other parameter (measured). */
const namesAsked = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => /^name(__|$)/.test(name)));

function requireUnrestricted(cloud: Cloud, { token }: Caller): void {
  const used = cloud.keystone.applicationCredentials.get(token.applicationCredentialId ?? '');
  if (!used || used.unrestricted) return;
  const action =
    "Using method 'application_credential' is not allowed for managing additional application credentials.";
  throw keystoneRefusal(403, `You are not authorized to perform the requested action: ${action}.`);
}

/**
 * The names of a user's credentials are unique over all projects, regardless of upper and lower case. A cloud may limit
 * the number of credentials of a user.
 */
function requireRoom(cloud: Cloud, held: readonly ApplicationCredential[], { name }: ApplicationCredential): void {
  const limit = cloud.credentialLimit;
  if (held.length >= limit) {
    const why = `Unable to create additional application credentials, maximum of ${limit} already exceeded for user.`;
    throw keystoneRefusal(403, why);
  }
  if (held.every((other) => other.name.toLowerCase() !== name.toLowerCase())) return;
  const why = `Duplicate entry found with name ${name}.`;
  throw keystoneRefusal(409, `Conflict occurred attempting to store application_credential - ${why}`);
}

function credentialView(cloud: Cloud, credential: ApplicationCredential, request: FastifyRequest) {
  const { id, name, description, projectId, userId, unrestricted, expiresAt, system } = credential;
  const roles = credential.roleNames.map((role) => ({
    ...{ id: roleNamed(cloud, role)?.id, name: role, domain_id: null, description: null, options: {} },
  }));
  return {
    id,
    name,
    description,
    project_id: projectId,
    user_id: userId,
    roles,
    unrestricted,
    // The time has microseconds, but no zone.
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString().replace('Z', '000'),
    system,
    links: { self: `${authUrl(request)}/application_credentials/${id}` },
  };
}
