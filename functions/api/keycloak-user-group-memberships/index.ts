import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { keycloakUserGroupMembershipsRoutes } from './routes.ts';

const deps = apiDeps('api/keycloak-user-group-memberships');
export const handler = apiHandler(deps, keycloakUserGroupMembershipsRoutes(deps));
