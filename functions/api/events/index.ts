import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { eventsRoutes } from './routes.ts';

const deps = apiDeps('api/events');
export const handler = apiHandler(deps, eventsRoutes(deps));
