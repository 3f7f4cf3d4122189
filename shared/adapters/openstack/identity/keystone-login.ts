import { z } from 'zod';
import type { JsonClient } from '#shared/adapters/json-client';
import type { ApplicationCredential, OpenStackSecret } from '#shared/domain/providers/service-settings';
import { BackendContractBroken, BackendUnauthorized } from '#shared/errors';
import { type Catalog, catalog } from './service-catalog.ts';

export type Login =
  | { credential: ApplicationCredential }
  | { account: OpenStackSecret; userDomainName: string; projectId: string };
export type UnscopedLogin = Omit<Extract<Login, { account: unknown }>, 'projectId'>;
export type KeystoneToken = {
  value: string;
  expiresAt: Date;
  projectId: string;
  userId: string;
  /** The domain of the user. The project may be in another domain. */
  userDomainId: string;
  /** Names of the user's roles, including roles that other roles imply. */
  roles: string[];
  /**
   * Whether the login used a restricted application credential. Such a credential cannot create or delete application
   * credentials.
   */
  isRestricted: boolean;
  catalog: Catalog;
};

const reply = z.object({
  token: z.object({
    expires_at: z.string(),
    project: z.object({ id: z.string() }),
    user: z.object({ id: z.string(), domain: z.object({ id: z.string() }) }),
    roles: z.array(z.object({ name: z.string() })),
    application_credential: z.object({ restricted: z.boolean() }).optional(),
    catalog,
  }),
});

function identityOf(login: Login): Record<string, unknown> {
  if ('credential' in login) {
    // An application credential has a fixed scope. Keystone answers 401 if the request names a scope, too.
    return { identity: { methods: ['application_credential'], application_credential: login.credential } };
  }
  return { ...passwordOf(login), scope: { project: { id: login.projectId } } };
}

function passwordOf({ account, userDomainName }: UnscopedLogin) {
  const user = { name: account.username, domain: { name: userDomainName }, password: account.password };
  return { identity: { methods: ['password'], password: { user } } };
}

/** Logs in to a project. Throws BackendUnauthorized for an unknown credential, for which Keystone answers 404. */
export async function login(keystone: JsonClient, credentials: Login): Promise<KeystoneToken> {
  const { body, header } = await keystone({
    op: 'login',
    method: 'POST',
    path: '/auth/tokens',
    body: { auth: identityOf(credentials) },
    reply,
    classify: (status) => (status === 404 ? BackendUnauthorized : undefined),
    secrets: ['credential' in credentials ? credentials.credential.secret : credentials.account.password],
  });
  const value = header('x-subject-token');
  if (!value) throw new BackendContractBroken('Keystone answered the login request without a token.', { op: 'login' });
  const { expires_at, project, user, roles, application_credential: used, catalog: entries } = body.token;
  return {
    value,
    expiresAt: new Date(expires_at),
    projectId: project.id,
    catalog: entries,
    userId: user.id,
    userDomainId: user.domain.id,
    roles: roles.map(({ name }) => name),
    isRestricted: used?.restricted ?? false,
  };
}

/** Logs in without a project. Such a token can only list the account's own projects. */
export async function loginUnscoped(keystone: JsonClient, login: UnscopedLogin, timeoutMs?: number): Promise<string> {
  const { header } = await keystone({
    op: 'login',
    method: 'POST',
    path: '/auth/tokens',
    body: { auth: { ...passwordOf(login), scope: 'unscoped' } },
    reply: z.unknown(),
    secrets: [login.account.password],
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  return header('x-subject-token') ?? '';
}
