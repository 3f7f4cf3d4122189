import { apiDeps } from '#shared/runtime/wiring/api';
import { secretsDeps } from '#shared/runtime/wiring/secrets';
import { apiHandler } from '../_http/api-handler.ts';
import { serviceSettingsRoutes } from './routes.ts';

const deps = { ...apiDeps('api/service-settings'), ...secretsDeps() };
export const handler = apiHandler(deps, serviceSettingsRoutes(deps));
