import { z } from 'zod';
import { OidcError } from './oidc-error.ts';
import type { KeycloakRealm } from './realm.ts';
import type { KeycloakClient } from './realm-client.ts';

const credentials = z.object({ client_id: z.string().default(''), client_secret: z.string().optional() });
const TEXT = 'Invalid client or Invalid client credentials';

/**
 * The client that sends the request, by form fields or HTTP Basic.
 * @throws OidcError 401: `invalid_client` for an unknown client, `unauthorized_client` for a wrong secret
 */
export function authenticateClient(realm: KeycloakRealm, form: unknown, authorization = ''): KeycloakClient {
  const { id, secret } = basic(authorization) ?? fromForm(form);
  const client = realm.clients.get(id);
  if (!client?.enabled) throw new OidcError(401, 'invalid_client', TEXT);
  if (client.secret !== null && client.secret !== secret) throw new OidcError(401, 'unauthorized_client', TEXT);
  return client;
}

function basic(authorization: string): { id: string; secret: string } | undefined {
  const [, encoded] = /^Basic (.+)$/i.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':');
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret.join(':')) };
}

function fromForm(form: unknown): { id: string; secret: string | undefined } {
  const { client_id, client_secret } = credentials.parse(form ?? {});
  return { id: client_id, secret: client_secret };
}
