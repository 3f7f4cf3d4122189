import { z } from 'zod';
import {
  type ContentListing,
  contentFilters,
  contentOperations,
  contentOrderings,
  inRancherProject,
  viewInRancherProject,
} from './cluster-contents.ts';

const namespaceView = z.object(inRancherProject).meta({ id: 'RancherNamespace' });

export const namespaceListing: ContentListing = {
  kind: 'NAMESPACE',
  model: 'Namespace',
  filters: contentFilters,
  orderings: contentOrderings,
  schema: namespaceView,
  view: (link, item) => viewInRancherProject(link, 'rancher-namespaces', item),
};

export const namespaceOperations = contentOperations(namespaceListing, {
  plural: 'namespaces of clusters',
  singular: 'a namespace of a cluster',
});
