import type { FastifyInstance } from 'fastify';
import { requireAdmin } from './admin/admin-caller.ts';
import { missing, notSimulated } from './admin/admin-error.ts';
import type { KeycloakContext } from './keycloak-context.ts';

/** Paths of the real server below a realm that are not simulated. */
const REAL = new RegExp(
  `^(${[
    ...['attack-detection', 'authentication', 'client-description-converter', 'client-policies', 'client-scopes'],
    ...['client-templates', 'client-types', 'clients-initial-access', 'components'],
    ...['credential-registrators', 'default-default-client-scopes', 'default-groups'],
    ...['default-optional-client-scopes', 'export', 'identity-provider', 'keys', 'ldap-server-capabilities'],
    ...['localization', 'organizations', 'partial-export', 'partialImport', 'push-revocation'],
    ...['testLDAPConnection', 'testSMTPConnection', 'user-storage', 'users-management-permissions', 'workflows'],
    ...['users/profile', 'users/[^/]+/(configured-user-storage-credential-types|credentials|disable-credential-types)'],
    ...['users/[^/]+/(execute-actions-email|federated-identity|impersonation|offline-sessions|send-verify-email)'],
    ...['users/[^/]+/(reset-password-email|consents|unmanagedAttributes|move-.*)', 'roles/[^/]+/composites'],
    ...['roles/[^/]+/management', 'roles-by-id/[^/]+/', 'groups/[^/]+/management', 'client-registration'],
    ...['clients/[^/]+/(authz|certificates|default-client-scopes|evaluate-scopes|installation|management)'],
    ...['clients/[^/]+/(nodes|offline-session-count|offline-sessions|optional-client-scopes|push-revocation)'],
    ...['clients/[^/]+/(registration-access-token|scope-mappings|test-nodes-available|client-secret/rotated)'],
    ...['clients/[^/]+/(protocol-mappers|roles/[^/]+/composites|roles/[^/]+/management)'],
  ].join('|')})`,
);

/** Answers paths that are not simulated: 501 if the real server has the path, else the real server's 404. */
export function refuseUnplayed(app: FastifyInstance, context: KeycloakContext): void {
  app.all<{ Params: Record<string, string> }>('/admin/realms/:realm/*', async (request) => {
    await requireAdmin(context, request);
    const { realm = '', '*': below = '' } = request.params;
    if (!context.realms.has(realm)) throw missing('Realm not found.');
    if (REAL.test(below)) throw notSimulated(`${request.method} /admin/realms/{realm}/${below}`);
    throw missing('HTTP 404 Not Found');
  });
}
