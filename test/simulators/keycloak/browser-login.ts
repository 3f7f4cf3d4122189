import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { BrowserLogin, KeycloakContext } from './keycloak-context.ts';
import { page, passwordOf, sendPage } from './login-page.ts';
import { findUser, type KeycloakRealm } from './realm.ts';

type RealmOf = (request: FastifyRequest) => { realm: KeycloakRealm; issuer: string };

const asked = z.object({
  client_id: z.string().default(''),
  redirect_uri: z.string().default(''),
  response_type: z.string().optional(),
  scope: z.string().default(''),
  state: z.string().optional(),
  nonce: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().default('plain'),
});
type Asked = z.infer<typeof asked>;

const CODE_LIFESPAN_MS = 60_000;

/** `x/*` allows every address that begins with `x/`. `*` allows every address. */
const isAllowed = (uri: string, patterns: readonly string[]): boolean =>
  patterns.some((one) => (one.endsWith('*') ? uri.startsWith(one.slice(0, -1)) : one === uri));

/**
 * The redirect address of the client, with the outcome of the sign-in as query parameters. If the client allows the
 * address, refused sign-ins are redirected there, too.
 */
function answerAt({ redirect_uri, state }: Asked, issuer: string, outcome: Record<string, string>): string {
  const url = new URL(redirect_uri);
  const all = { ...(state !== undefined && { state }), ...outcome, iss: issuer };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return url.href;
}

function refusalOf({ response_type, code_challenge, code_challenge_method }: Asked, pkce: boolean) {
  const invalid = (description: string) => ({ error: 'invalid_request', error_description: description });
  if (response_type === undefined) return invalid('Missing parameter: response_type');
  if (pkce && code_challenge === undefined) return invalid('Missing parameter: code_challenge_method');
  if (pkce && code_challenge_method !== 'S256') {
    return invalid('Invalid parameter: code challenge method is not matching the configured one');
  }
  return undefined;
}

/** The authorization endpoint and its login page. After a correct password, the browser is redirected with a code. */
export function browserLoginRoutes(app: FastifyInstance, context: KeycloakContext, realmOf: RealmOf): void {
  app.get('/realms/:realm/protocol/openid-connect/auth', async (request, reply) => {
    const { realm, issuer } = realmOf(request);
    const wanted = asked.parse(request.query);
    const client = realm.clients.get(wanted.client_id);
    if (!client) return sendPage(reply, 400, page('Client not found.'));
    if (!isAllowed(wanted.redirect_uri, client.redirectUris)) {
      return sendPage(reply, 400, page('Invalid parameter: redirect_uri'));
    }
    const refused = refusalOf(wanted, client.pkce);
    if (refused) return reply.redirect(answerAt(wanted, issuer, refused));
    const session = randomUUID();
    context.pages.set(session, wanted);
    return sendPage(reply, 200, page('Sign in to your account', actionOf(issuer, session), ['username', 'password']));
  });
  app.post('/realms/:realm/login-actions/authenticate', async (request, reply) => {
    return authenticated(context, realmOf(request), request, reply);
  });
}

const actionOf = (issuer: string, session: string) => `${issuer}/login-actions/authenticate?session_code=${session}`;

function authenticated(
  context: KeycloakContext,
  { realm, issuer }: ReturnType<RealmOf>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { session_code: session } = z.object({ session_code: z.string().default('') }).parse(request.query);
  const wanted = asked.safeParse(context.pages.get(session)).data;
  if (!wanted || !context.pages.has(session)) return sendPage(reply, 400, page('Your login attempt timed out.'));
  const { username, password } = passwordOf(request.body);
  const user = findUser(realm, username);
  if (!user?.enabled || user.password !== password) {
    const again = page('Invalid username or password.', actionOf(issuer, session), ['username', 'password']);
    return sendPage(reply, 200, again);
  }
  context.pages.delete(session);
  const code = `${randomUUID()}.${randomUUID()}.${randomUUID()}`;
  const login: BrowserLogin = {
    ...{ clientId: wanted.client_id, userId: user.id, typed: username, scope: wanted.scope },
    ...{ redirectUri: wanted.redirect_uri, nonce: wanted.nonce, challenge: wanted.code_challenge },
    method: wanted.code_challenge_method,
    expiresAt: context.now() + CODE_LIFESPAN_MS,
  };
  context.codes.set(code, login);
  return reply.redirect(answerAt(wanted, issuer, { session_state: session, code }));
}
