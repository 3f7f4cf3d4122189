import { lifecycleState } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import type { FilterTable, Orderings } from '../_core/listing.ts';

/** The query parameters of a list of nodes. Waldur has only `cluster_uuid`. */
export const nodeQuery: { filters: FilterTable<Node>; orderings: Orderings<Node> } = {
  filters: {
    uuids: { cluster_uuid: ({ clusterUuid }) => clusterUuid },
    contains: { name: ({ spec }) => spec.name },
    equals: { name_exact: ({ spec }) => spec.name, backend_id: ({ backendId }) => backendId },
    choices: { state: { values: lifecycleState.options, of: ({ state }) => state } },
    indexed: ['cluster_uuid'],
  },
  orderings: { name: ({ spec }) => spec.name, created: ({ created }) => created, state: ({ state }) => state },
};
