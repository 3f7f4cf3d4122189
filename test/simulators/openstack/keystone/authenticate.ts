import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { newHexId, newTokenValue } from '../ids.ts';
import { keystoneRefusal } from '../refusal.ts';
import { isGood } from './caller.ts';
import { found } from './policy.ts';
import { rolesOn } from './roles.ts';
import type { ApplicationCredential, Token, User } from './rows.ts';

const domainRef = z.object({ id: z.string().optional(), name: z.string().optional() });
const userRef = z.object({ id: z.string().optional(), name: z.string().optional(), domain: domainRef.optional() });
const scopeRef = z.union([
  z.literal('unscoped'),
  z.object({
    project: z
      .object({ id: z.string().optional(), name: z.string().optional(), domain: domainRef.optional() })
      .optional(),
    domain: domainRef.optional(),
    unscoped: z.unknown().optional(),
  }),
]);

/** The body of `POST /v3/auth/tokens`. */
export const authRequest = z.object({
  auth: z.object({
    identity: z.object({
      methods: z.array(z.string()).min(1),
      password: z.object({ user: userRef.extend({ password: z.string() }) }).optional(),
      token: z.object({ id: z.string() }).optional(),
      application_credential: z
        .object({
          id: z.string().optional(),
          name: z.string().optional(),
          secret: z.string(),
          user: userRef.optional(),
        })
        .optional(),
    }),
    scope: scopeRef.optional(),
  }),
});

type Identity = z.infer<typeof authRequest>['auth']['identity'];
type Scope = z.infer<typeof scopeRef>;
type Login = Pick<Token, 'userId' | 'methods' | 'expiresAt'> & { credential?: ApplicationCredential };

/**
 * Issues a token, or returns undefined if the login fails. Keystone then answers the same 401 to a bad password, an
 * unknown user, an unknown project and a missing role.
 * @throws Refusal 404 for an unknown id of an application credential, and for a credential of a project that is gone or
 * disabled; 403 for a token that was issued for an application credential; 400 for the name of a credential without its
 * user
 */
export function authenticate(cloud: Cloud, { auth }: z.infer<typeof authRequest>): Token | undefined {
  const login = identityOf(cloud, auth.identity);
  // An application credential has a fixed scope. Keystone refuses any scope in the request, even the project of the
  // credential.
  if (!login || (login.credential && auth.scope !== undefined)) return undefined;
  const scope = login.credential ? credentialScope(cloud, login.credential) : scopeOf(cloud, login.userId, auth.scope);
  return scope && issue(cloud, { ...login, ...scope });
}

function identityOf(cloud: Cloud, identity: Identity): Login | undefined {
  const life = cloud.clock.now() + cloud.delays.tokenLife;
  if (identity.password && identity.methods.includes('password')) {
    const user = findUser(cloud, identity.password.user);
    if (!user?.enabled || user.password !== identity.password.user.password) return undefined;
    return { userId: user.id, methods: ['password'], expiresAt: life };
  }
  if (identity.application_credential) return credentialLogin(cloud, identity.application_credential, life);
  const previous = identity.token && cloud.keystone.tokens.get(identity.token.id);
  if (!previous || !isGood(cloud, previous)) return undefined;
  if (previous.applicationCredentialId) {
    const action = 'Using a delegated token to create another token is not allowed.';
    throw keystoneRefusal(403, `You are not authorized to perform the requested action: ${action}.`);
  }
  const methods = [...new Set([...previous.methods, 'token'])];
  return { userId: previous.userId, methods, expiresAt: previous.expiresAt };
}

function credentialLogin(
  cloud: Cloud,
  given: NonNullable<Identity['application_credential']>,
  life: number,
): Login | undefined {
  const credential = findCredential(cloud, given);
  if (!credential) return undefined;
  const { keystone, clock } = cloud;
  const expired = credential.expiresAt !== null && credential.expiresAt <= clock.now();
  if (credential.secret !== given.secret || expired || !keystone.users.get(credential.userId)?.enabled)
    return undefined;
  const expiresAt = Math.min(life, credential.expiresAt ?? Number.POSITIVE_INFINITY);
  return { userId: credential.userId, methods: ['application_credential'], expiresAt, credential };
}

/**
 * Keystone answers 404 for an unknown id. An unknown name is a failed login. A request with a name must also name the
 * user.
 */
function findCredential(cloud: Cloud, { id, name, user }: NonNullable<Identity['application_credential']>) {
  const { applicationCredentials } = cloud.keystone;
  if (id !== undefined) return found(applicationCredentials.get(id), 'Application Credential', id);
  if (!user) throw keystoneRefusal(400, 'Expecting to find user in application credential.');
  const owner = findUser(cloud, user);
  return [...applicationCredentials.values()].find((one) => one.name === name && one.userId === owner?.id);
}

function findUser(cloud: Cloud, ref: z.infer<typeof userRef>): User | undefined {
  if (ref.id !== undefined) return cloud.keystone.users.get(ref.id);
  const domainId = findDomain(cloud, ref.domain)?.id;
  return [...cloud.keystone.users.values()].find((user) => user.name === ref.name && user.domain_id === domainId);
}

const findDomain = (cloud: Cloud, ref: z.infer<typeof domainRef> = {}) =>
  [...cloud.keystone.domains.values()].find(({ id, name }) =>
    ref.id === undefined ? name === ref.name : id === ref.id,
  );

type TokenScope = Pick<Token, 'projectId' | 'domainId' | 'roleNames' | 'applicationCredentialId'>;

/**
 * The scope of an application credential, with those roles of the credential that its user still has. The login fails
 * if no role is left, or if the project is gone.
 */
function credentialScope(cloud: Cloud, credential: ApplicationCredential): TokenScope | undefined {
  const { id: applicationCredentialId, projectId, userId } = credential;
  if (projectId === null) return { applicationCredentialId, roleNames: [] };
  const project = found(cloud.keystone.projects.get(projectId), 'project', projectId);
  if (!project.enabled) {
    throw keystoneRefusal(404, `Unable to validate token because project ${projectId} is disabled`);
  }
  const held = rolesOn(cloud, userId, projectId);
  const roleNames = credential.roleNames.filter((name) => held.includes(name));
  return roleNames.length > 0 ? { projectId, roleNames, applicationCredentialId } : undefined;
}

function scopeOf(cloud: Cloud, userId: string, scope: Scope = 'unscoped'): TokenScope | undefined {
  if (scope === 'unscoped' || 'unscoped' in scope) return { roleNames: [] };
  if (scope.domain) {
    const domain = findDomain(cloud, scope.domain);
    const roleNames = domain ? rolesOn(cloud, userId, domain.id) : [];
    return domain && roleNames.length > 0 ? { domainId: domain.id, roleNames } : undefined;
  }
  const project = scope.project && findProject(cloud, scope.project);
  const roleNames = project?.enabled ? rolesOn(cloud, userId, project.id) : [];
  return project && roleNames.length > 0 ? { projectId: project.id, roleNames } : undefined;
}

function findProject(cloud: Cloud, ref: z.infer<typeof userRef>) {
  if (ref.id !== undefined) return cloud.keystone.projects.get(ref.id);
  const domainId = findDomain(cloud, ref.domain)?.id;
  return [...cloud.keystone.projects.values()].find(
    ({ name, domain_id }) => name === ref.name && domain_id === domainId,
  );
}

function issue(cloud: Cloud, login: Omit<Login, 'credential'> & TokenScope): Token {
  const { userId, methods, expiresAt, projectId, domainId, roleNames, applicationCredentialId } = login;
  const token: Token = {
    ...{ value: newTokenValue(), auditId: newHexId().slice(0, 22), issuedAt: cloud.clock.now(), revoked: false },
    ...{ userId, methods, expiresAt, projectId, domainId, roleNames, applicationCredentialId },
  };
  cloud.keystone.tokens.set(token.value, token);
  return token;
}
