import { type AuthenticateDeps, authenticate } from '#shared/app/identity/authenticate';
import type { Caller } from '#shared/domain/organizations/caller';
import { NotAllowed, Unauthenticated } from '#shared/errors';
import { type ApiRequest, isSafeMethod } from './request.ts';

const notProvided = () => new Unauthenticated('Authentication credentials were not provided.');

/**
 * Reads the token of `Authorization: Token …` or `Bearer …`. The scheme may be in upper or lower case. The error texts
 * are those of docs/spec/waldur-http.md#authentication.
 */
export function readToken(header: string | undefined): string {
  const [scheme = '', token, ...more] = (header ?? '').trim().split(/\s+/);
  if (!['token', 'bearer'].includes(scheme.toLowerCase())) throw notProvided();
  if (token === undefined) throw new Unauthenticated('Invalid token. No credentials provided.');
  if (more.length > 0) throw new Unauthenticated('Invalid token. Token string should not contain spaces.');
  return token;
}

/**
 * Refuses a change that a page of another origin sends with a session cookie, because browsers add the cookie to
 * requests of all pages.
 */
function assertOwnPage({ method, origin, header }: ApiRequest): void {
  if (isSafeMethod(method)) return;
  if (header('origin') === origin || header('sec-fetch-site') === 'same-origin') return;
  throw new NotAllowed('CSRF Failed: Origin checking failed.');
}

/**
 * Finds the credential of a call, first in the header, then in the cookie. Throws Unauthenticated if the header is
 * malformed or there is no credential. Throws NotAllowed if a page of another origin sends a change with the cookie.
 */
export function credentialOf(request: ApiRequest): string {
  const authorization = request.header('authorization');
  const session = SESSION.read(request);
  if (authorization !== undefined || session === '') return readToken(authorization);
  assertOwnPage(request);
  return session;
}

export function authenticateRequest(deps: AuthenticateDeps, request: ApiRequest): Promise<Caller> {
  return authenticate(deps, credentialOf(request), request.header('x-impersonated-user-uuid'));
}

/**
 * Makes a function that finds the caller of a route that needs no sign-in. A token in the header is checked at once and
 * must be valid. A session cookie is checked only when the route calls the function. An expired session counts as no
 * caller.
 */
export async function askerOf(deps: AuthenticateDeps, request: ApiRequest): Promise<() => Promise<Caller | undefined>> {
  if (request.header('authorization') !== undefined) {
    const caller = await authenticateRequest(deps, request);
    return async () => caller;
  }
  return async () => {
    if (SESSION.read(request) === '') return undefined;
    try {
      return await authenticateRequest(deps, request);
    } catch (error) {
      if (error instanceof Unauthenticated) return undefined;
      throw error;
    }
  };
}

/**
 * The cookie's name. Because of the prefix `__Host-`, no other host of the domain can set the cookie, and browsers send
 * it only over TLS. Without TLS, as on a developer's machine, the prefix cannot be used.
 */
const nameFor = (name: string, origin: string): string => (origin.startsWith('https:') ? `__Host-${name}` : name);

type Lasting = { value: string; maxAgeSeconds: number };
/**
 * Makes the header of a cookie that scripts cannot read. The cookie has `SameSite=Lax` and not `Strict`, because
 * browsers must also send it when the identity provider or a link in an e-mail leads to Paddock.
 */
function setCookie(name: string, origin: string, { value, maxAgeSeconds }: Lasting): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${nameFor(name, origin)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

type Reader = { origin: string; cookie(name: string): string | undefined };
const cookie = (name: string) => ({
  read: ({ origin, ...request }: Reader): string => request.cookie(nameFor(name, origin)) ?? '',
  set: (origin: string, lasting: Lasting): string => setCookie(name, origin, lasting),
  clear: (origin: string): string => setCookie(name, origin, { value: '', maxAgeSeconds: 0 }),
});

/** The cookie that holds a browser's API token after the sign-in. */
export const SESSION = cookie('paddock-session');
/** The cookie that identifies the browser when it returns from the identity provider. */
export const SIGN_IN = cookie('paddock-sign-in');
