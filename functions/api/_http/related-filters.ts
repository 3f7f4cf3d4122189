import { findClusters, findOfferings } from '#shared/app/find-related';
import { visibilityOf } from '#shared/domain/caller';
import type { Uuid } from '#shared/domain/identifier';
import { flagParam, uuidParams } from './asked-filters.ts';
import type { Related, Sight } from './list-route.ts';
import type { Call } from './router.ts';

const textsOf = ({ request: { query } }: Call, name: string): string[] =>
  query.getAll(name).filter((text) => text !== '');
const uuidsOf = (items: readonly { uuid: Uuid }[] | undefined): Uuid[] | undefined => items?.map(({ uuid }) => uuid);
const named = (name: string, uuids: readonly Uuid[] | undefined): Related => (uuids ? { [name]: uuids } : {});

/** What is asked of the offering, which what was bought under it does not keep. */
function offeringsAsked(call: Call) {
  const { query } = call.request;
  return {
    providers: uuidParams(query, 'provider_uuid'),
    slugs: textsOf(call, 'offering_slug'),
    shared: flagParam(query, 'offering_shared'),
  };
}
type OfferingDeps = Parameters<typeof findOfferings>[0];

export const byOffering =
  (deps: OfferingDeps) =>
  async (call: Call): Promise<Related> =>
    named('offering_uuid', uuidsOf(await findOfferings(deps, offeringsAsked(call))));

/**
 * Who sells sees what is bought there: of a list that is asked for nothing but his own, by `provider_uuid` or by what he may approve
 * as a provider, everything.
 */
export const sightOfSales =
  (deps: OfferingDeps) =>
  async (call: Call): Promise<Sight> => {
    const own = visibilityOf(call.caller);
    if (own === 'all' || own.customers.length === 0) return { visibility: own };
    const asked = offeringsAsked(call);
    const isToApprove = flagParam(call.request.query, 'can_approve_as_provider') === true;
    const providers = isToApprove && asked.providers.length === 0 ? own.customers : asked.providers;
    const isSeller = providers.length > 0 && providers.every((uuid) => own.customers.includes(uuid));
    if (!isSeller) return { visibility: own };
    return {
      visibility: 'all',
      related: named('offering_uuid', uuidsOf(await findOfferings(deps, { ...asked, providers }))),
    };
  };

/** What was bought from the caller's own customers, and nothing else. */
export const sightOfSeller =
  (deps: OfferingDeps) =>
  async (call: Call): Promise<Sight> => {
    const own = visibilityOf(call.caller);
    if (own === 'all') return { visibility: 'all' };
    const asked = offeringsAsked(call);
    const isAsked = (uuid: Uuid) => asked.providers.length === 0 || asked.providers.includes(uuid);
    const providers = own.customers.filter(isAsked);
    const offerings = providers.length === 0 ? [] : await findOfferings(deps, { ...asked, providers });
    return { visibility: 'all', related: { offering_uuid: uuidsOf(offerings) ?? [] } };
  };

/** … and `backend_id` and `runtime_state`, which are the cluster's, of resources. */
export const byOfferingAndCluster =
  (deps: Parameters<typeof findOfferings>[0] & Parameters<typeof findClusters>[0]) =>
  async (call: Call): Promise<Related> => {
    const asked = { backendIds: textsOf(call, 'backend_id'), runtimeStates: textsOf(call, 'runtime_state') };
    return {
      ...(await byOffering(deps)(call)),
      ...named('resource_uuid', await findClusters(deps, visibilityOf(call.caller), asked)),
    };
  };

/** `runtime_state` of clusters, which is known only of those that have been read whole. */
export const byHealth =
  (deps: Parameters<typeof findClusters>[0]) =>
  async (call: Call): Promise<Related> => {
    const asked = { backendIds: [], runtimeStates: textsOf(call, 'runtime_state') };
    return named('uuid', await findClusters(deps, visibilityOf(call.caller), asked));
  };
