import { apiDeps } from '#shared/runtime/wiring/api';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedArgocd } from '#shared/runtime/wiring/backends';
import { apiHandler } from '../_http/api-handler.ts';
import { marketplaceResourcesRoutes } from './routes.ts';

const deps = apiDeps('api/marketplace-resources');
const argocd = connectedArgocd(awsSecrets(), deps.stage);
export const handler = apiHandler(deps, marketplaceResourcesRoutes({ ...deps, argocd }));
