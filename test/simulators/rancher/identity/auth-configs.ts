import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { RancherError } from '../_core/rancher-errors.ts';
import { normanRecord } from '../norman/norman-record.ts';
import { AUTH_CONFIG_TYPES, pluralOf } from '../norman/norman-types.ts';
import { actionLinks } from '../norman/norman-view.ts';

export const KEYCLOAK = 'keycloakoidc';
/** Providers where signing out of Rancher ends the session at the provider, too (`pkg/auth/data/authconfig_data.go` of Rancher 2.15). */
const WITH_LOGOUT = [
  'azuread',
  'ping',
  'adfs',
  'keycloak',
  'okta',
  'shibboleth',
  'oidc',
  KEYCLOAK,
  'genericoidc',
  'cognito',
];
const REQUIRED = ['clientId', 'clientSecret', 'issuer', 'rancherUrl', 'accessMode'];
const ACCESS_MODES = ['required', 'restricted', 'unrestricted'];
/** Rancher names a provider after its type. Two providers have other names. */
const NAMES: Record<string, string> = { azureADConfig: 'azuread', keyCloakOIDCConfig: KEYCLOAK };

export interface AuthConfig {
  id: string;
  type: string;
  uid: string;
}

export const authConfigs: ReadonlyMap<string, AuthConfig> = new Map(
  AUTH_CONFIG_TYPES.map((type) => {
    const id = NAMES[type] ?? type.replace(/Config$/, '').toLowerCase();
    return [id, { id, type, uid: randomUUID() }];
  }),
);

/** The fields that all providers have. Only the provider of Rancher's own users is enabled. */
export function authConfigView({ id, type, uid }: AuthConfig, baseUrl: string) {
  const at = `${pluralOf(type)}/${id}`;
  const made = { id, uid, createdAt: '2026-01-01T00:00:00Z', creatorId: null };
  const { links, ...view } = normanRecord(`${baseUrl}/v3/${pluralOf(type)}`, type, made, {
    ...{ baseType: 'authConfig', enabled: id === 'local', logoutAllSupported: WITH_LOGOUT.includes(id) },
    annotations: { 'management.cattle.io/auth-provider-cleanup': 'rancher-locked' },
    actions: actionLinks(baseUrl, at, id === KEYCLOAK ? ['configureTest', 'testAndApply'] : []),
  });
  const { remove: _, ...others } = links;
  return { ...view, links: others };
}

const given = z.record(z.string(), z.unknown());
const applied = z.object({ oidcConfig: z.object({ scope: z.string().default('') }).default({ scope: '' }) });

export function notSimulated(what: string): RancherError {
  return new RancherError(501, 'NotSimulated', `not simulated: ${what}`);
}

/** The address to which Rancher sends the browser of a user who tests the provider. */
export function configureTest(body: unknown): { redirectUrl: string; type: string } {
  const input = given.parse(body ?? {});
  const refused = (field: string, code: string) =>
    new RancherError(422, 'InvalidBodyContent', `Failed to parse action body: ${field}=${code} 422: `);
  for (const field of REQUIRED) if (!input[field]) throw refused(field, 'MissingRequired');
  if (!ACCESS_MODES.includes(String(input.accessMode))) throw refused('accessMode', 'InvalidOption');
  if (!input.authEndpoint) throw notSimulated('asking the issuer for its endpoints');
  const query = [
    ['client_id', input.clientId],
    ['response_type', 'code'],
    ['redirect_uri', input.rancherUrl],
  ].map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return { redirectUrl: `${input.authEndpoint}?${query.join('&')}`, type: 'OIDCTestOutput' };
}

/** Only the scopes are checked here. The code could be checked only by the identity provider. */
export function testAndApply(body: unknown): never {
  const { scope } = applied.parse(body ?? {}).oidcConfig;
  if (!scope.includes(',') && scope.split(/\s+/).includes('openid'))
    throw notSimulated('giving the code to the issuer');
  const message = `scopes are invalid: scopes must be space delimited and openid is a required scope. ${scope}`;
  throw new RancherError(500, 'ServerError', message);
}
