import { templateProblems } from '#shared/drivers/rancher-custom/template-problems';
import { apiDeps } from '#shared/runtime/wiring/api';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { apiHandler } from '../_http/api-handler.ts';
import { serviceSettingsRoutes } from './routes.ts';

const deps = { ...apiDeps('api/service-settings'), secrets: awsSecrets(), templateProblems };
export const handler = apiHandler(deps, serviceSettingsRoutes(deps));
