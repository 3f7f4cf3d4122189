import { apiDeps } from '#shared/runtime/wiring/api';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { apiHandler } from '../_http/api-handler.ts';
import { hooksEmailRoutes } from './routes.ts';

const deps = { ...apiDeps('api/hooks-email'), secrets: awsSecrets() };
export const handler = apiHandler(deps, hooksEmailRoutes(deps));
