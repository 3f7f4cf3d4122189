import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { keycloakGroupsRoutes } from './routes.ts';

const deps = apiDeps('api/keycloak-groups');
export const handler = apiHandler(deps, keycloakGroupsRoutes(deps));
