import { randomBytes } from 'node:crypto';
import type { ClientForm } from './admin/client-representation.ts';
import { addedAudience, type ProtocolMapper } from './admin/protocol-mapper.ts';
import type { KeycloakRole } from './realm-roles.ts';

export interface KeycloakClient {
  id: string;
  clientId: string;
  enabled: boolean;
  /** null: a public client. */
  secret: string | null;
  /** Has a user of its own, and logs in as it. */
  serviceAccount: boolean;
  /** What an audience mapper adds to `aud` of its access tokens. */
  audience: string | null;
  directAccess: boolean;
  deviceFlow: boolean;
  /** Where browsers may be sent with a code. */
  redirectUris: string[];
  /** Sign-ins without PKCE (S256) are refused. */
  pkce: boolean;
  mappers: ProtocolMapper[];
  /** Its access tokens carry neither subject nor names nor roles. */
  lightweight: boolean;
  /** Seconds its access tokens live, where that is not the realm's. */
  tokenLifespan: number | null;
  /** By name; at first only `realm-management` has some. */
  roles: Map<string, KeycloakRole>;
  /** As it was written, null where it was not. */
  form: ClientForm;
  /** Written and without an effect. */
  kept: Record<string, unknown>;
}

export const newSecret = (): string => randomBytes(24).toString('base64url');

/** What follows from a client's fields. */
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

/** Fields that are not given keep what they are; of attributes each for itself, and null takes one away. */
export function changeClient(client: KeycloakClient, change: ClientForm, kept: Record<string, unknown>): void {
  const secret = client.secret ?? undefined;
  const attributes = { ...client.form.attributes, ...change.attributes };
  for (const [name, value] of Object.entries(attributes)) if (value === null) delete attributes[name];
  const form = { ...client.form, ...(secret !== undefined && { secret }), ...change, attributes };
  Object.assign(client, clientOf(form), { form, kept: { ...client.kept, ...kept } });
}
