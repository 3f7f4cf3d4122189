import type { DepsOf, TablesOf } from '../_http/router.ts';
import { clusterContentsRoutes, rancherProjectsRoutes } from '../cluster-contents/cluster-contents-routes.ts';
import { rancherAppsRoutes } from '../cluster-contents/rancher-apps-routes.ts';
import { rancherCatalogsRoutes, rancherTemplateVersionsRoutes } from '../cluster-contents/rancher-catalogs-routes.ts';

type Deps = DepsOf<
  [
    typeof clusterContentsRoutes,
    typeof rancherProjectsRoutes,
    typeof rancherAppsRoutes,
    typeof rancherCatalogsRoutes,
    typeof rancherTemplateVersionsRoutes,
  ]
>;

export function contentsTables(deps: Deps): TablesOf<'api/contents'> {
  const contents = clusterContentsRoutes(deps);
  return {
    ...contents,
    'rancher-projects': rancherProjectsRoutes(deps),
    'rancher-apps': { ...contents['rancher-apps'], ...rancherAppsRoutes(deps) },
    'rancher-catalogs': { ...contents['rancher-catalogs'], ...rancherCatalogsRoutes(deps) },
    'rancher-template-versions': rancherTemplateVersionsRoutes(deps),
  };
}
