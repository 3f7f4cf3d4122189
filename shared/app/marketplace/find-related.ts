import type { Uuid } from '#shared/domain/_core/identifier';
import type { Offering } from '#shared/domain/marketplace/offering';
import type { Visibility } from '#shared/domain/organizations/caller';
import type { Store } from '#shared/ports/store';
import { WHOLE_LIST } from '../../ports/repository.ts';

/** Filters for offerings. Every given filter must match. A missing filter matches all offerings. */
type OfferingsAsked = {
  /** Customers who sell the offerings. */
  providers?: readonly Uuid[];
  slugs?: readonly string[];
  shared?: boolean | undefined;
};

/**
 * Finds the offerings that match the filters. Returns undefined without filters. Reads all offerings, because they are
 * few.
 */
export async function findOfferings(
  { store }: { store: Pick<Store, 'offerings'> },
  { providers = [], slugs = [], shared }: OfferingsAsked,
): Promise<Offering[] | undefined> {
  if (providers.length + slugs.length === 0 && shared === undefined) return undefined;
  const { items } = await store.offerings.list({ visibility: 'all' }, WHOLE_LIST);
  return items
    .filter(({ customerUuid }) => providers.length === 0 || providers.includes(customerUuid))
    .filter(({ slug }) => slugs.length === 0 || slugs.includes(slug))
    .filter((offering) => shared === undefined || offering.shared === shared);
}

/**
 * Finds clusters by their ids in Rancher and by their health, among the clusters that the caller sees. Returns
 * undefined if neither ids nor health are given.
 */
export async function findClusters(
  { store }: { store: Pick<Store, 'clusters'> },
  visibility: Visibility,
  { backendIds, runtimeStates }: { backendIds: readonly string[]; runtimeStates: readonly string[] },
): Promise<Uuid[] | undefined> {
  if (backendIds.length === 0 && runtimeStates.length === 0) return undefined;
  const scope = { visibility, ...(backendIds.length > 0 && { where: { backend_id: backendIds } }) };
  const { items } = await store.clusters.list(scope, WHOLE_LIST);
  // The store cannot filter by health, because a cluster's health is not in the row that the store's filters read
  // (docs/decisions/0051-a-cluster-is-several-rows.md).
  return items
    .filter(({ runtimeState }) => runtimeStates.length === 0 || runtimeStates.includes(runtimeState))
    .map(({ uuid }) => uuid);
}
