import type { DepsOf, TablesOf } from '../_http/router.ts';
import { clusterContentsRoutes } from '../cluster-contents/cluster-contents-routes.ts';
import {
  hpaWrites,
  ingressWrites,
  namespaceWrites,
  serviceWrites,
  workloadWrites,
} from '../cluster-contents/content-writes-routes.ts';
import { rancherAppsRoutes } from '../cluster-contents/rancher-apps-routes.ts';
import { rancherCatalogsRoutes, rancherTemplateVersionsRoutes } from '../cluster-contents/rancher-catalogs-routes.ts';
import { rancherProjectsRoutes } from '../cluster-contents/rancher-projects-routes.ts';

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
    'rancher-namespaces': { ...contents['rancher-namespaces'], ...namespaceWrites(deps) },
    'rancher-workloads': { ...contents['rancher-workloads'], ...workloadWrites(deps) },
    'rancher-services': { ...contents['rancher-services'], ...serviceWrites(deps) },
    'rancher-ingresses': { ...contents['rancher-ingresses'], ...ingressWrites(deps) },
    'rancher-hpas': { ...contents['rancher-hpas'], ...hpaWrites(deps) },
    'rancher-apps': { ...contents['rancher-apps'], ...rancherAppsRoutes(deps) },
    'rancher-catalogs': { ...contents['rancher-catalogs'], ...rancherCatalogsRoutes(deps) },
    'rancher-template-versions': rancherTemplateVersionsRoutes(deps),
  };
}
