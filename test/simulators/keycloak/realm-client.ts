import { randomBytes } from 'node:crypto';
import type { ClientForm } from './admin/client-representation.ts';
import { addedAudience, type ProtocolMapper } from './admin/protocol-mapper.ts';
import type { KeycloakRole } from './realm-roles.ts';

export interface KeycloakClient {
  id: string;
  clientId: string;
  enabled: boolean;
  /** Null for a public client. */
  secret: string | null;
  /** The client has a service account, with which it logs in. */
  serviceAccount: boolean;
  /** The value that an audience mapper adds to `aud` of the client's access tokens. */
  audience: string | null;
  directAccess: boolean;
  deviceFlow: boolean;
  /** The addresses to which browsers may be redirected with a code. */
  redirectUris: string[];
  /** Sign-ins without PKCE (S256) are refused. */
  pkce: boolean;
  mappers: ProtocolMapper[];
  /** The client's access tokens carry no subject, no names and no roles. */
  lightweight: boolean;
  /** Seconds that the client's access tokens live. Null if the realm's lifespan applies. */
  tokenLifespan: number | null;
  /** Roles by name. At first only `realm-management` has roles. */
  roles: Map<string, KeycloakRole>;
  /** The client's fields as they were last written. Fields that nobody wrote are null. */
  form: ClientForm;
  /** Fields that were written, but have no effect. */
  kept: Record<string, unknown>;
}

export const newSecret = (): string => randomBytes(24).toString('base64url');

/** The client's settings, derived from its fields. */
export function clientOf(form: ClientForm): Omit<KeycloakClient, 'id' | 'clientId' | 'roles' | 'kept' | 'form'> {
  const attributes = form.attributes ?? {};
  const mappers = form.protocolMappers ?? [];
  const lifespan = Number(attributes['access.token.lifespan'] ?? '');
  return {
    enabled: form.enabled ?? true,
    secret: form.publicClient ? null : (form.secret ?? newSecret()),
    serviceAccount: form.serviceAccountsEnabled ?? false,
    ...{ mappers, audience: addedAudience(mappers) },
    directAccess: form.directAccessGrantsEnabled ?? false,
    redirectUris: form.standardFlowEnabled === false ? [] : (form.redirectUris ?? []),
    deviceFlow: attributes['oauth2.device.authorization.grant.enabled'] === 'true',
    pkce: attributes['pkce.code.challenge.method'] === 'S256',
    lightweight: attributes['client.use.lightweight.access.token.enabled'] === 'true',
    tokenLifespan: lifespan > 0 ? lifespan : null,
  };
}

/** Fields and attributes that are not given keep their values. A null removes an attribute. */
export function changeClient(client: KeycloakClient, change: ClientForm, kept: Record<string, unknown>): void {
  const secret = client.secret ?? undefined;
  const attributes = { ...client.form.attributes, ...change.attributes };
  for (const [name, value] of Object.entries(attributes)) if (value === null) delete attributes[name];
  const form = { ...client.form, ...(secret !== undefined && { secret }), ...change, attributes };
  Object.assign(client, clientOf(form), { form, kept: { ...client.kept, ...kept } });
}
