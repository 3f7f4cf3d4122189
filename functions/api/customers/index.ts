import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { customersRoutes } from './routes.ts';

const deps = apiDeps('api/customers');
export const handler = apiHandler(deps, customersRoutes(deps));
