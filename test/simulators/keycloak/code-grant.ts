import { z } from 'zod';
import { checkVerifier } from './check-verifier.ts';
import { logIn, type TokenRequest } from './issue-tokens.ts';
import type { KeycloakContext } from './keycloak-context.ts';
import { OidcError } from './oidc-error.ts';

const given = z.object({
  code: z.string().default(''),
  redirect_uri: z.string().default(''),
  code_verifier: z.string().optional(),
});

const invalid = (text: string) => new OidcError(400, 'invalid_grant', text);

/** Exchanges a code for tokens. Any attempt uses up the code, even an attempt that fails. @throws OidcError 400 */
export async function codeGrant(context: KeycloakContext, request: Omit<TokenRequest, 'origin'>, form: unknown) {
  const { code, redirect_uri, code_verifier } = given.parse(form);
  const login = context.codes.get(code);
  context.codes.delete(code);
  const user = login && request.realm.users.get(login.userId);
  if (!user || login.expiresAt <= context.now()) throw invalid('Code not valid');
  if (login.clientId !== request.client.clientId) throw invalid('Auth error');
  if (login.redirectUri !== redirect_uri) throw invalid('Incorrect redirect_uri');
  checkVerifier(login, code_verifier);
  const { scope, typed, nonce } = login;
  return logIn(context, { ...request, origin: 'onrtac' }, { user, scope, typed, nonce });
}
