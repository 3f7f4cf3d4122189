import { findClusters, findOfferings } from '#shared/app/marketplace/find-related';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Offering } from '#shared/domain/marketplace/offering';
import { type Visibility, visibilityOf } from '#shared/domain/organizations/caller';
import type { Store } from '#shared/ports/store';
import type { Call } from '../router.ts';
import { flagParam, uuidParams } from './filters.ts';
import type { ListVisibility, Related } from './list-route.ts';

const textsOf = ({ request: { query } }: Call, name: string): string[] =>
  query.getAll(name).filter((text) => text !== '');
const uuidsOf = (items: readonly { uuid: Uuid }[] | undefined): Uuid[] | undefined => items?.map(({ uuid }) => uuid);
const named = (name: string, uuids: readonly Uuid[] | undefined): Related => (uuids ? { [name]: uuids } : {});

/** Reads the filters that compare fields of the offering. Orders and resources do not have these fields themselves. */
function offeringsAsked(call: Call) {
  const { query } = call.request;
  return {
    providers: uuidParams(query, 'provider_uuid'),
    slugs: textsOf(call, 'offering_slug'),
    shared: flagParam(query, 'offering_shared'),
  };
}
type OfferingDeps = Parameters<typeof findOfferings>[0];
type SalesDeps = { store: Pick<Store, 'offerings'> };
/**
 * A seller sees all sales of the seller's offerings if the query names these offerings by uuid, and not more than this
 * number. If the query names more, the seller sees only what every caller sees: orders and resources of the caller's
 * own customers and projects.
 */
const MAX_NAMED = 20;

export const byOffering =
  (deps: OfferingDeps) =>
  async (call: Call): Promise<Related> =>
    named('offering_uuid', uuidsOf(await findOfferings(deps, offeringsAsked(call))));

/**
 * Finds the offerings that the query names: by uuid, or else by provider, by slug, or by whether they are shared.
 * Returns undefined when the query has none of these filters.
 */
async function namedOfferings(deps: SalesDeps, call: Call): Promise<Offering[] | undefined> {
  const { query } = call.request;
  const uuids = [...uuidParams(query, 'offering_uuid'), ...uuidParams(query, 'offering')];
  if (uuids.length === 0) return findOfferings(deps, offeringsAsked(call));
  if (uuids.length > MAX_NAMED) return [];
  const found = await Promise.all(uuids.map((uuid) => deps.store.offerings.find(uuid)));
  return found.filter((offering) => offering !== undefined);
}

/**
 * Decides which sales (orders or resources) a list shows. Callers normally see only sales to their own customers and
 * projects. Sellers see all sales of their own offerings if the query names these offerings, names the sellers'
 * customer as provider, or contains `can_approve_as_provider`.
 */
export const visibilityOfSales =
  (deps: SalesDeps) =>
  async (call: Call): Promise<ListVisibility> => {
    const own = visibilityOf(call.caller);
    if (own === 'all' || own.customers.length === 0) return { visibility: own };
    const isToApprove = flagParam(call.request.query, 'can_approve_as_provider') === true;
    const asked = isToApprove ? await findOfferings(deps, { providers: own.customers }) : undefined;
    const offerings = (await namedOfferings(deps, call)) ?? asked ?? [];
    const sellers = [...uuidParams(call.request.query, 'provider_uuid'), ...offerings.map((it) => it.customerUuid)];
    const isSeller = offerings.length > 0 && sellers.every((uuid) => own.customers.includes(uuid));
    return isSeller ? { visibility: 'all', related: named('offering_uuid', uuidsOf(offerings)) } : { visibility: own };
  };

/** Limits a list to sales of offerings that the caller's customers sell. */
export const visibilityOfSeller =
  (deps: OfferingDeps) =>
  async (call: Call): Promise<ListVisibility> => {
    const own = visibilityOf(call.caller);
    if (own === 'all') return { visibility: 'all' };
    const asked = offeringsAsked(call);
    const isAsked = (uuid: Uuid) => asked.providers.length === 0 || asked.providers.includes(uuid);
    const providers = own.customers.filter(isAsked);
    const offerings = providers.length === 0 ? [] : await findOfferings(deps, { ...asked, providers });
    return { visibility: 'all', related: { offering_uuid: uuidsOf(offerings) ?? [] } };
  };

/**
 * Turns a query's filters into filters that the store applies to resources. The query can filter by fields of the
 * offering, and by `backend_id` and `runtime_state` of the cluster. A resource of a site agent has no cluster but has
 * its own `backend_id`. `seen` limits the clusters to those that the caller may see.
 */
export const byOfferingAndCluster =
  (deps: OfferingDeps & Parameters<typeof findClusters>[0], seen?: Visibility) =>
  async (call: Call): Promise<Related> => {
    const backendIds = textsOf(call, 'backend_id');
    const runtimeStates = textsOf(call, 'runtime_state');
    const clusters = await findClusters(deps, seen ?? visibilityOf(call.caller), { backendIds, runtimeStates });
    const isById = clusters !== undefined && backendIds.length > 0;
    return {
      ...(await byOffering(deps)(call)),
      ...(isById
        ? { backend_id: [...clusters, ...(runtimeStates.length === 0 ? backendIds : [])] }
        : named('resource_uuid', clusters)),
    };
  };

/**
 * Turns the filter `runtime_state` of clusters into the uuids of the matching clusters. The rows that the store reads
 * for a list do not contain `runtime_state`.
 */
export const byHealth =
  (deps: Parameters<typeof findClusters>[0]) =>
  async (call: Call): Promise<Related> => {
    const asked = { backendIds: [], runtimeStates: textsOf(call, 'runtime_state') };
    return named('uuid', await findClusters(deps, visibilityOf(call.caller), asked));
  };
