import type { FastifyRequest } from 'fastify';
import type { Cloud } from '../cloud.ts';
import { keystoneRefusal, unauthenticated } from '../refusal.ts';
import type { Token } from './rows.ts';

/** The properties of a caller that the policies of the services use. */
export interface Caller {
  token: Token;
  userId: string;
  /** '' for an unscoped or domain-scoped token. */
  projectId: string;
  /** '' unless the token is scoped to a domain. */
  domainId: string;
  admin: boolean;
  /** Has the role `manager`. With a domain's token, a manager administers that domain. */
  manager: boolean;
  /** Has the role `member`. A reader may only look. */
  writer: boolean;
}

export const baseUrl = (request: FastifyRequest) => `http://${request.host}`;

export const authUrl = (request: FastifyRequest) => `${baseUrl(request)}/identity/v3`;

const tokenOf = (request: FastifyRequest) => String(request.headers['x-auth-token'] ?? '');

/**
 * The caller, after Keystone's own check of the token. Keystone notices a revoked token, a disabled user or a deleted
 * project at once.
 */
export function keystoneCaller(cloud: Cloud, request: FastifyRequest): Caller {
  const token = cloud.keystone.tokens.get(tokenOf(request));
  const gone = token && lostCredential(cloud, token);
  if (gone) throw keystoneRefusal(404, `Could not find Application Credential: ${gone}.`);
  if (!token || !isGood(cloud, token)) throw unauthenticated(authUrl(request));
  return callerOf(token);
}

/**
 * The caller of a service other than Keystone. The service checks the token once, and then trusts it for the time
 * `tokenCache`. It trusts the token even if the token's project or application credential has been deleted (measured).
 */
export function serviceCaller(cloud: Cloud, request: FastifyRequest, service: string): Caller {
  const token = cloud.keystone.tokens.get(tokenOf(request));
  if (!token || isExpired(cloud, token)) throw unauthenticated(authUrl(request));
  if (!token.projectId && !token.domainId) throw unauthenticated(authUrl(request));
  const seenTokens = cloud.keystone.seenTokens;
  const seenAt = seenTokens.get(`${service} ${token.value}`);
  const cached = seenAt !== undefined && cloud.clock.now() < seenAt + cloud.delays.tokenCache;
  if (!cached) {
    if (!isGood(cloud, token)) throw unauthenticated(authUrl(request));
    seenTokens.set(`${service} ${token.value}`, cloud.clock.now());
  }
  return callerOf(token);
}

/**
 * A token expires at the time that was set when it was issued. It expires earlier if `tokenLife` is shorter now,
 * because its life is also limited to the current `tokenLife`. So tests can end a valid token.
 */
export const isExpired = (cloud: Cloud, token: Token) =>
  cloud.clock.now() >= Math.min(token.expiresAt, token.issuedAt + cloud.delays.tokenLife);

export function isGood(cloud: Cloud, token: Token): boolean {
  const { users, projects } = cloud.keystone;
  if (token.revoked || isExpired(cloud, token) || lostCredential(cloud, token)) return false;
  if (!users.get(token.userId)?.enabled) return false;
  return token.projectId === undefined || projects.get(token.projectId)?.enabled === true;
}

const lostCredential = (cloud: Cloud, { applicationCredentialId: id }: Token) =>
  id !== undefined && !cloud.keystone.applicationCredentials.has(id) ? id : undefined;

function callerOf(token: Token): Caller {
  return {
    token,
    userId: token.userId,
    projectId: token.projectId ?? '',
    domainId: token.domainId ?? '',
    admin: token.roleNames.includes('admin'),
    manager: token.roleNames.includes('manager'),
    writer: token.roleNames.includes('member'),
  };
}
