import { loadBalancerTemplateProblems } from '#shared/drivers/load-balancer/load-balancer-template-problems';
import { templateProblems } from '#shared/drivers/registry';
import { apiDeps } from '#shared/runtime/wiring/api';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedBackends } from '#shared/runtime/wiring/backends';
import { apiHandler } from '../_http/api-handler.ts';
import { makeRoutes } from '../_http/router.ts';
import { providersTable } from './tables.ts';

const templates = { templateProblems, loadBalancerTemplateProblems };
const base = { ...apiDeps('api/providers'), secrets: awsSecrets(), ...templates };
const deps = { ...base, ...connectedBackends(base.store, base.secrets, base.stage) };
export const handler = apiHandler(deps, makeRoutes(deps, providersTable));
