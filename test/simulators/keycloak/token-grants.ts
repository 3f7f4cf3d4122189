import { z } from 'zod';
import { codeGrant } from './code-grant.ts';
import { deviceGrant } from './device-login.ts';
import { logIn, serviceTokens, sessionTokens, type TokenRequest } from './issue-tokens.ts';
import type { KeycloakContext } from './keycloak-context.ts';
import { OidcError } from './oidc-error.ts';
import { findByEmail, findUser, type KeycloakRealm } from './realm.ts';
import { sessionOfRefreshToken } from './verify-tokens.ts';

type Grant = (context: KeycloakContext, request: Omit<TokenRequest, 'origin'>, form: unknown) => Promise<object>;

const passwordForm = z.object({
  username: z.string().default(''),
  password: z.string().default(''),
  scope: z.string().default(''),
});

const password: Grant = async (context, request, form) => {
  const { username, password, scope } = passwordForm.parse(form);
  if (!request.client.directAccess) {
    throw new OidcError(400, 'unauthorized_client', 'Client not allowed for direct access grants');
  }
  const user = findUser(request.realm, username) ?? byAddress(request.realm, username);
  // Keycloak answers 400, not 401, for a wrong password and for an unknown user name (measured).
  if (!user || user.password !== password) throw new OidcError(400, 'invalid_grant', 'Invalid user credentials');
  if (!user.enabled) throw new OidcError(400, 'invalid_grant', 'Account disabled');
  if (user.requiredActions.length > 0) throw new OidcError(400, 'invalid_grant', 'Account is not fully set up');
  return logIn(context, { ...request, origin: 'onrtro' }, { user, scope, typed: username });
};

const byAddress = (realm: KeycloakRealm, address: string) =>
  realm.settings.loginWithEmailAllowed === false ? undefined : findByEmail(realm, address);

const clientCredentials: Grant = async (context, request) => {
  if (request.client.secret === null) {
    throw new OidcError(401, 'unauthorized_client', 'Public client not allowed to retrieve service account');
  }
  if (!request.client.serviceAccount) {
    throw new OidcError(401, 'unauthorized_client', 'Client not enabled to retrieve service account');
  }
  return serviceTokens(context, { ...request, origin: 'trrtcc' });
};

const refresh: Grant = async (context, request, form) => {
  const { refresh_token: token } = z.object({ refresh_token: z.string().default('') }).parse(form);
  const { realm, issuer, client } = request;
  const found = await sessionOfRefreshToken(context, { realm, issuer, token });
  if (found?.session.clientId !== client.clientId) {
    throw new OidcError(400, 'invalid_grant', 'Invalid refresh token');
  }
  return sessionTokens(context, { ...request, origin: 'onrtrt' }, found.user, found.session);
};

/** The grants of the token endpoint by `grant_type`. */
export const grants: Record<string, Grant> = {
  authorization_code: codeGrant,
  password,
  client_credentials: clientCredentials,
  refresh_token: refresh,
  'urn:ietf:params:oauth:grant-type:device_code': deviceGrant,
};
