import type { DepsOf, TablesOf } from '../_http/router.ts';
import { clusterContentsRoutes, rancherProjectsRoutes } from '../cluster-contents/cluster-contents-routes.ts';

type Deps = DepsOf<[typeof clusterContentsRoutes, typeof rancherProjectsRoutes]>;

export const contentsTables = (deps: Deps): TablesOf<'api/contents'> => ({
  'rancher-projects': rancherProjectsRoutes(deps),
  ...clusterContentsRoutes(deps),
});
