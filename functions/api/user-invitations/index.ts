import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { userInvitationsRoutes } from './routes.ts';

const deps = apiDeps('api/user-invitations');
export const handler = apiHandler(deps, userInvitationsRoutes(deps));
