import { eventsEnv, readEnv } from '#shared/runtime/env';
import { apiDeps } from '#shared/runtime/wiring/api';
import { awsEventBus } from '#shared/runtime/wiring/aws';
import { apiHandler } from '../_http/api-handler.ts';
import { userInvitationsRoutes } from './routes.ts';

const deps = apiDeps('api/user-invitations');
const events = awsEventBus(readEnv(eventsEnv).EVENT_BUS_NAME);
export const handler = apiHandler(deps, userInvitationsRoutes({ ...deps, events }));
