import type { ContentResource } from './cluster-contents.ts';
import { rancherApps } from './rancher-apps.ts';
import { rancherCatalogs } from './rancher-catalogs.ts';
import { rancherHpas } from './rancher-hpas.ts';
import { rancherIngresses } from './rancher-ingresses.ts';
import { rancherNamespaces } from './rancher-namespaces.ts';
import { rancherServices } from './rancher-services.ts';
import { rancherTemplates } from './rancher-templates.ts';
import { rancherWorkloads } from './rancher-workloads.ts';

export const CONTENT_RESOURCES = {
  'rancher-namespaces': rancherNamespaces,
  'rancher-workloads': rancherWorkloads,
  'rancher-services': rancherServices,
  'rancher-ingresses': rancherIngresses,
  'rancher-hpas': rancherHpas,
  'rancher-apps': rancherApps,
  'rancher-catalogs': rancherCatalogs,
  'rancher-templates': rancherTemplates,
} satisfies Record<string, ContentResource>;
