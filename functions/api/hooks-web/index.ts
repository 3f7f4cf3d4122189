import { apiDeps } from '#shared/runtime/wiring/api';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { apiHandler } from '../_http/api-handler.ts';
import { hooksWebRoutes } from './routes.ts';

const deps = { ...apiDeps('api/hooks-web'), secrets: awsSecrets() };
export const handler = apiHandler(deps, hooksWebRoutes(deps));
