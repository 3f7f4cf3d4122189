import type { ManagedAttributes } from '#shared/domain/infrastructure/managed-attributes';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import { topologyErrors } from '#shared/domain/planning/topology';
import type { FieldErrors } from '#shared/errors';

const NO_POOLS =
  'Clusters of this offering have nodes. Pools and their settings are for offerings whose machines Rancher makes.';

const NODES_INSTEAD = 'Clusters of this offering have nodes and are not made by Cluster API: use `nodes`.';

/** Errors in an order of nodes, by field. They are found without a call to a cloud. */
export const nodeOrderErrors = (order: OrderAttributes, clusterApiFields: readonly string[]): FieldErrors => ({
  ...(order.pools || order.poolSettings ? { pools: [NO_POOLS] } : topologyErrors(order)),
  ...Object.fromEntries(clusterApiFields.map((field) => [field, [NODES_INSTEAD]])),
});

/** Errors in an order of a managed cluster with nodes, by field. */
export const managedNodeErrors = ({ pools, poolSettings }: ManagedAttributes): FieldErrors =>
  pools || poolSettings ? { pools: [NO_POOLS] } : {};
