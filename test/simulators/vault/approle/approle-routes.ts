import type { AppRoleMount } from '../vault-objects.ts';
import { route, type VaultRoute } from '../vault-route.ts';
import { logIn } from './log-in.ts';
import { roleFieldRoutes } from './role-field-routes.ts';
import { roleHandlers } from './role-handlers.ts';
import { secretIdHandlers } from './secret-id-handlers.ts';

/** `auth/approle`: roles, their secret ids, and logging in with a role id and a secret id. */
export function appRoleRoutes(mount: AppRoleMount): VaultRoute[] {
  const roles = roleHandlers(mount);
  const secretIds = secretIdHandlers(mount);
  const exists = ({ name = '' }) => mount.roles.has(name.toLowerCase());
  return [
    route('login', { update: (call) => logIn(mount, call) }, { isPublic: true }),
    route('role', { list: roles.list }),
    route(
      'role/:name',
      { read: roles.read, create: roles.write, update: roles.write, delete: roles.remove },
      { exists },
    ),
    ...roleFieldRoutes(mount, roles.write),
    route('role/:name/role-id', { read: roles.readRoleId, update: roles.writeRoleId }),
    route('role/:name/secret-id', { update: secretIds.issue, list: secretIds.list }),
    route('role/:name/custom-secret-id', { update: secretIds.issue }),
    route('role/:name/secret-id/lookup', { update: secretIds.lookUp }),
    route('role/:name/secret-id/destroy', { update: secretIds.destroy, delete: secretIds.destroy }),
    route('role/:name/secret-id-accessor/lookup', { update: secretIds.lookUpByAccessor }),
    route('role/:name/secret-id-accessor/destroy', {
      update: secretIds.destroyByAccessor,
      delete: secretIds.destroyByAccessor,
    }),
    route('tidy/secret-id', { update: secretIds.tidy }),
  ];
}
