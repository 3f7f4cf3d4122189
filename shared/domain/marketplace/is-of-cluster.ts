import type { Uuid } from '../_core/identifier.ts';
import { RANCHER_PROJECT_TYPE } from './rancher-project-offering.ts';
import { SITE_AGENT_TYPE } from './site-agent-offering.ts';

/**
 * An order or a resource. `clusterUuid` is undefined for resources of site agents and for projects in shared clusters.
 * It is also undefined for the orders of such resources and projects.
 */
type MaybeOfCluster = { clusterUuid?: Uuid | undefined };

export type OfCluster<T> = T & { clusterUuid: Uuid };

export const isOfCluster = <T extends MaybeOfCluster>(item: T): item is OfCluster<T> => item.clusterUuid !== undefined;

/** The uuid of the order's or resource's cluster. Throws an error if there is no cluster. */
export function clusterUuidOf({ clusterUuid }: MaybeOfCluster): Uuid {
  if (clusterUuid === undefined) throw new Error('this resource has no cluster of its own');
  return clusterUuid;
}

export function offeringTypeOf(item: MaybeOfCluster & { rancherProject?: object | undefined }) {
  if (isOfCluster(item)) return 'Rancher';
  return item.rancherProject ? RANCHER_PROJECT_TYPE : SITE_AGENT_TYPE;
}
