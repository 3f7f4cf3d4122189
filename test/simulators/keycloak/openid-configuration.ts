import { grants } from './token-grants.ts';

export function openidConfiguration(issuer: string) {
  const endpoint = (path: string) => `${issuer}/protocol/openid-connect/${path}`;
  return {
    issuer,
    authorization_endpoint: endpoint('auth'),
    token_endpoint: endpoint('token'),
    userinfo_endpoint: endpoint('userinfo'),
    introspection_endpoint: endpoint('token/introspect'),
    revocation_endpoint: endpoint('revoke'),
    end_session_endpoint: endpoint('logout'),
    jwks_uri: endpoint('certs'),
    device_authorization_endpoint: endpoint('auth/device'),
    grant_types_supported: Object.keys(grants),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['plain', 'S256'],
    scopes_supported: ['openid', 'email', 'profile'],
    claims_supported: ['aud', 'sub', 'iss', 'name', 'given_name', 'family_name', 'preferred_username', 'email'],
  };
}
