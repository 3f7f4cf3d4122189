import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { makeRoutes } from '../_http/router.ts';
import { recordsTable } from './tables.ts';

const deps = apiDeps('api/records');
export const handler = apiHandler(deps, makeRoutes(deps, recordsTable));
