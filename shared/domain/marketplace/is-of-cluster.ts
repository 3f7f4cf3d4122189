import type { Uuid } from '../_core/identifier.ts';
import { SITE_AGENT_TYPE } from './site-agent-offering.ts';

/** An order or a resource. Only orders and resources of site agents have no cluster. */
type MaybeOfCluster = { clusterUuid?: Uuid | undefined };

export type OfCluster<T> = T & { clusterUuid: Uuid };

export const isOfCluster = <T extends MaybeOfCluster>(item: T): item is OfCluster<T> => item.clusterUuid !== undefined;

/** The cluster's uuid. Call it only for orders and resources of clusters. It throws for those of site agents. */
export function clusterUuidOf({ clusterUuid }: MaybeOfCluster): Uuid {
  if (clusterUuid === undefined) throw new Error('this resource is managed by a site agent, so it has no cluster');
  return clusterUuid;
}

export const offeringTypeOf = (item: MaybeOfCluster) => (isOfCluster(item) ? 'Rancher' : SITE_AGENT_TYPE);
