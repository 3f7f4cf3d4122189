import type { Uuid } from '../_core/identifier.ts';
import { SITE_AGENT_TYPE } from './site-agent-offering.ts';

/** For orders and resources: those of a site agent have no cluster. */
type MaybeOfCluster = { clusterUuid?: Uuid | undefined };

export type OfCluster<T> = T & { clusterUuid: Uuid };

export const isOfCluster = <T extends MaybeOfCluster>(item: T): item is OfCluster<T> => item.clusterUuid !== undefined;

/** For callers that handle clusters only. */
export function clusterUuidOf({ clusterUuid }: MaybeOfCluster): Uuid {
  if (clusterUuid === undefined) throw new Error('a resource of a site agent has no cluster');
  return clusterUuid;
}

/** The type of the offering that it was ordered from. */
export const offeringTypeOf = (item: MaybeOfCluster) => (isOfCluster(item) ? 'Rancher' : SITE_AGENT_TYPE);
