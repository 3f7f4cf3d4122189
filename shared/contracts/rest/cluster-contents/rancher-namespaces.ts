import { z } from 'zod';
import { contentFilters, contentResource, inRancherProject, viewInRancherProject } from './cluster-contents.ts';

export const rancherNamespaces = contentResource({
  kind: 'NAMESPACE',
  model: 'Namespace',
  facts: z.object({}),
  schema: z.object(inRancherProject).meta({ id: 'RancherNamespace' }),
  view: (link, item) => viewInRancherProject(link, 'rancher-namespaces', item),
  filters: contentFilters,
  plural: 'namespaces of clusters',
  singular: 'a namespace of a cluster',
});
