import { apiDeps } from '#shared/runtime/wiring/api';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedRancher } from '#shared/runtime/wiring/backends';
import { apiHandler } from '../_http/api-handler.ts';
import { makeRoutes } from '../_http/router.ts';
import { contentsTable } from './tables.ts';

const base = apiDeps('api/contents');
const secrets = awsSecrets();
const deps = { ...base, secrets, rancher: connectedRancher(secrets, base.stage) };
export const handler = apiHandler(deps, makeRoutes(deps, contentsTable));
