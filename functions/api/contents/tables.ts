import { rancherApps } from '#shared/contracts/rest/cluster-contents/rancher-apps';
import { rancherCatalogs } from '#shared/contracts/rest/cluster-contents/rancher-catalogs';
import { rancherHpas } from '#shared/contracts/rest/cluster-contents/rancher-hpas';
import { rancherIngresses } from '#shared/contracts/rest/cluster-contents/rancher-ingresses';
import { rancherNamespaces } from '#shared/contracts/rest/cluster-contents/rancher-namespaces';
import { rancherProjectsResource } from '#shared/contracts/rest/cluster-contents/rancher-projects';
import { rancherServices } from '#shared/contracts/rest/cluster-contents/rancher-services';
import { rancherTemplateVersionsResource } from '#shared/contracts/rest/cluster-contents/rancher-template-versions';
import { rancherTemplates } from '#shared/contracts/rest/cluster-contents/rancher-templates';
import { rancherWorkloads } from '#shared/contracts/rest/cluster-contents/rancher-workloads';
import type { ResourceTable } from '../_http/router.ts';
import { rancherTemplatesRoutes } from '../cluster-contents/cluster-contents-routes.ts';
import {
  rancherHpasRoutes,
  rancherIngressesRoutes,
  rancherNamespacesRoutes,
  rancherServicesRoutes,
  rancherWorkloadsRoutes,
} from '../cluster-contents/content-writes-routes.ts';
import { rancherAppsRoutes } from '../cluster-contents/rancher-apps-routes.ts';
import { rancherCatalogsRoutes, rancherTemplateVersionsRoutes } from '../cluster-contents/rancher-catalogs-routes.ts';
import { rancherProjectsRoutes } from '../cluster-contents/rancher-projects-routes.ts';

export const CONTENTS_SEGMENTS = [
  'rancher-projects',
  'rancher-namespaces',
  'rancher-workloads',
  'rancher-services',
  'rancher-ingresses',
  'rancher-hpas',
  'rancher-apps',
  'rancher-catalogs',
  'rancher-templates',
  'rancher-template-versions',
] as const;

/** Routes that show and change what is inside clusters. */
export const contentsTable = {
  'rancher-projects': [rancherProjectsResource, rancherProjectsRoutes],
  'rancher-namespaces': [rancherNamespaces, rancherNamespacesRoutes],
  'rancher-workloads': [rancherWorkloads, rancherWorkloadsRoutes],
  'rancher-services': [rancherServices, rancherServicesRoutes],
  'rancher-ingresses': [rancherIngresses, rancherIngressesRoutes],
  'rancher-hpas': [rancherHpas, rancherHpasRoutes],
  'rancher-apps': [rancherApps, rancherAppsRoutes],
  'rancher-catalogs': [rancherCatalogs, rancherCatalogsRoutes],
  'rancher-templates': [rancherTemplates, rancherTemplatesRoutes],
  'rancher-template-versions': [rancherTemplateVersionsResource, rancherTemplateVersionsRoutes],
} satisfies ResourceTable<(typeof CONTENTS_SEGMENTS)[number]>;
