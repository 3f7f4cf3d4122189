import type { KeycloakRealm } from '../realm.ts';
import type { KeycloakClient } from '../realm-client.ts';
import type { AdminCaller } from './admin-caller.ts';
import { clientDefaults } from './client-representation.ts';

/** A client in answers of the admin API. Only callers who may change the client see its secret. */
export function clientView(realm: KeycloakRealm, client: KeycloakClient, caller: AdminCaller) {
  const { id, clientId, enabled, secret, serviceAccount, mappers, form, kept } = client;
  const manage = caller.may(realm, 'manage-clients');
  const logout = { 'backchannel.logout.session.required': 'true', 'backchannel.logout.revoke.offline.tokens': 'false' };
  const attributes = { realm_client: 'false', ...logout, ...form.attributes };
  return {
    ...clientDefaults,
    ...(form.rootUrl !== undefined && { rootUrl: form.rootUrl, adminUrl: form.rootUrl }),
    ...kept,
    ...{ id, clientId, enabled, publicClient: secret === null, serviceAccountsEnabled: serviceAccount },
    ...(secret !== null && manage && { secret }),
    ...{ protocol: 'openid-connect', attributes, redirectUris: form.redirectUris ?? [] },
    standardFlowEnabled: form.standardFlowEnabled ?? true,
    directAccessGrantsEnabled: client.directAccess,
    ...(mappers.length > 0 && { protocolMappers: mappers }),
    access: { view: true, configure: manage, manage },
  };
}
