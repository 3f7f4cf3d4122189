import { type AuthenticateDeps, authenticate } from '#shared/app/authenticate';
import type { Caller } from '#shared/domain/caller';
import { NotAllowed, Unauthenticated } from '#shared/errors';
import { SESSION } from './cookies.ts';
import { looksOnly } from './looks-only.ts';
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

/** A browser sends its cookie whoever made it call; what changes something must be asked by a page of our own origin. */
function demandOwnPage({ method, origin, header }: ApiRequest): void {
  if (looksOnly(method)) return;
  if (header('origin') === origin || header('sec-fetch-site') === 'same-origin') return;
  throw new NotAllowed('CSRF Failed: Origin checking failed.');
}

/** The credential that a call came with; the header's comes before the cookie's. Throws Unauthenticated and NotAllowed. */
export function credentialOf(request: ApiRequest): string {
  const authorization = request.header('authorization');
  const session = SESSION.read(request);
  if (authorization !== undefined || session === '') return readToken(authorization);
  demandOwnPage(request);
  return session;
}

export function authenticateRequest(deps: AuthenticateDeps, request: ApiRequest): Promise<Caller> {
  return authenticate(deps, credentialOf(request), request.header('x-impersonated-user-uuid'));
}
