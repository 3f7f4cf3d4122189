import { findClusters, findOfferings } from '#shared/app/find-related';
import { visibilityOf } from '#shared/domain/caller';
import type { Uuid } from '#shared/domain/identifier';
import { uuidParams } from './asked-filters.ts';
import type { Related } from './list-route.ts';
import type { Call } from './router.ts';

const textsOf = ({ request: { query } }: Call, name: string): string[] =>
  query.getAll(name).filter((text) => text !== '');
const named = (name: string, uuids: readonly Uuid[] | undefined): Related => (uuids ? { [name]: uuids } : {});

/** `provider_uuid` and `offering_slug`, which what was bought under an offering does not keep. */
export const byOffering =
  (deps: Parameters<typeof findOfferings>[0]) =>
  async (call: Call): Promise<Related> => {
    const providers = uuidParams(call.request.query, 'provider_uuid');
    return named('offering_uuid', await findOfferings(deps, { providers, slugs: textsOf(call, 'offering_slug') }));
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
