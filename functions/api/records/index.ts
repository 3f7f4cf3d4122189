import { apiDeps } from '#shared/runtime/wiring/api';
import { apiHandler } from '../_http/api-handler.ts';
import { recordsTables } from './tables.ts';

const deps = apiDeps('api/records');
export const handler = apiHandler(deps, recordsTables(deps));
