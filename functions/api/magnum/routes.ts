import type { OrderDeps } from '#shared/app/planning/order-deps';
import { clusterRoutes } from './cluster-routes.ts';
import { clusterTemplateRoutes } from './cluster-template-routes.ts';
import type { MagnumRoutes } from './magnum-call.ts';

/** All routes of Magnum's API. */
export const magnumRoutes = (deps: OrderDeps): MagnumRoutes => ({
  ...clusterTemplateRoutes(deps),
  ...clusterRoutes(deps),
});
