import { type CertificateRoutesDeps, certificateRoutes } from './certificate-routes.ts';
import { changeRoutes } from './change-routes.ts';
import { type ClusterRoutesDeps, clusterRoutes } from './cluster-routes.ts';
import { clusterTemplateRoutes } from './cluster-template-routes.ts';
import type { MagnumRoutes } from './magnum-call.ts';
import { nodegroupRoutes } from './nodegroup-routes.ts';
import { serviceRoutes } from './service-routes.ts';

export const magnumRoutes = (deps: ClusterRoutesDeps & CertificateRoutesDeps): MagnumRoutes => ({
  ...clusterTemplateRoutes(deps),
  ...clusterRoutes(deps),
  ...changeRoutes(deps),
  ...nodegroupRoutes(deps),
  ...certificateRoutes(deps),
  ...serviceRoutes(deps),
});
