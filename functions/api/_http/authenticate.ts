import { type AuthenticateDeps, authenticate } from '#shared/app/authenticate';
import type { Caller } from '#shared/domain/caller';
import { Unauthenticated } from '#shared/errors';
import type { ApiRequest } from './request.ts';

const notProvided = () => new Unauthenticated('Authentication credentials were not provided.');

/** The token of `Authorization: Token …` or `Bearer …` (any case); texts of waldur-http.md "Authentication". */
export function readToken(header: string | undefined): string {
  const [scheme = '', token, ...more] = (header ?? '').trim().split(/\s+/);
  if (!['token', 'bearer'].includes(scheme.toLowerCase())) throw notProvided();
  if (token === undefined) throw new Unauthenticated('Invalid token. No credentials provided.');
  if (more.length > 0) throw new Unauthenticated('Invalid token. Token string should not contain spaces.');
  return token;
}

export function authenticateRequest(deps: AuthenticateDeps, { header }: ApiRequest): Promise<Caller> {
  return authenticate(deps, readToken(header('authorization')), header('x-impersonated-user-uuid'));
}
