import type { Uuid } from '../_core/identifier.ts';
import { SITE_AGENT_TYPE } from './site-agent-offering.ts';

/** Orders and resources; what a site agent carries out has no cluster. */
type MaybeOfCluster = { clusterUuid?: Uuid | undefined };

export type OfCluster<T> = T & { clusterUuid: Uuid };

export const isOfCluster = <T extends MaybeOfCluster>(item: T): item is OfCluster<T> => item.clusterUuid !== undefined;

/** Of what only a cluster can be asked for. */
export function clusterUuidOf({ clusterUuid }: MaybeOfCluster): Uuid {
  if (clusterUuid === undefined) throw new Error('what a site agent carries out has no cluster');
  return clusterUuid;
}

/** What kind of offering it was ordered from. */
export const offeringTypeOf = (item: MaybeOfCluster) => (isOfCluster(item) ? 'Rancher' : SITE_AGENT_TYPE);
