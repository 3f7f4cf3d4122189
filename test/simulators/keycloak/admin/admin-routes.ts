import type { FastifyInstance } from 'fastify';
import type { KeycloakContext } from '../keycloak-context.ts';
import { refuseUnplayed } from '../unplayed-paths.ts';
import { userSignInRoutes } from '../user-sign-in-routes.ts';
import { sendAdminError } from './admin-error.ts';
import { realmRoutes } from './admin-request.ts';
import { clientRoutes } from './client-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { groupRoutes } from './group-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { realmAdminRoutes } from './realm-admin-routes.ts';
import { roleMappingRoutes } from './role-mapping-routes.ts';
import { roleRoutes } from './role-routes.ts';
import { userRoutes } from './user-routes.ts';

/** `/admin/realms`: realms, and in each its groups, users, clients, roles and events. */
export function adminRoutes(app: FastifyInstance, context: KeycloakContext): void {
  app.setErrorHandler((error, _request, reply) => sendAdminError(error, reply));
  const route = realmRoutes(app, context);
  realmAdminRoutes(app, route, context);
  groupRoutes(route);
  memberRoutes(route);
  userRoutes(route, context);
  userSignInRoutes(route, context);
  clientRoutes(route);
  roleRoutes(route);
  roleMappingRoutes(route);
  eventRoutes(route);
  refuseUnplayed(app, context);
}
