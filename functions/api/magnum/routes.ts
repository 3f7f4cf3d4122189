import { type CertificateRoutesDeps, certificateRoutes } from './certificate-routes.ts';
import { type ClusterRoutesDeps, clusterRoutes } from './cluster-routes.ts';
import { clusterTemplateRoutes } from './cluster-template-routes.ts';
import type { MagnumRoutes } from './magnum-call.ts';
import { serviceRoutes } from './service-routes.ts';

/** All routes of Magnum's API. */
export const magnumRoutes = (deps: ClusterRoutesDeps & CertificateRoutesDeps): MagnumRoutes => ({
  ...clusterTemplateRoutes(deps),
  ...clusterRoutes(deps),
  ...certificateRoutes(deps),
  ...serviceRoutes(deps),
});
