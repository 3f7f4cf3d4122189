import { apiDeps } from '#shared/runtime/wiring/api';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { apiHandler } from '../_http/api-handler.ts';
import { makeRoutes } from '../_http/router.ts';
import { hooksTable } from './tables.ts';

const deps = { ...apiDeps('api/hooks'), secrets: awsSecrets() };
export const handler = apiHandler(deps, makeRoutes(deps, hooksTable));
