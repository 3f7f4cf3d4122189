import { derivedUuid, NIL_UUID, type Uuid } from '../_core/identifier.ts';

export type Category = { uuid: Uuid; title: string; description: string };

/** Paddock sells clusters, and clouds for them. The uuid is the same in every installation. */
export const CATEGORY: Category = {
  uuid: derivedUuid(NIL_UUID, 'category/kubernetes'),
  title: 'Kubernetes',
  description: 'Kubernetes clusters, and the clouds that managed ones are made in.',
};
