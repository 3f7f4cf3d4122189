import type { ManagedAttributes } from '#shared/domain/infrastructure/managed-attributes';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import { topologyErrors } from '#shared/domain/planning/topology';
import type { FieldErrors } from '#shared/errors';

const NO_POOLS =
  'Clusters of this offering have nodes. Pools and their settings are for offerings whose machines Rancher makes.';

/** Errors in an order of nodes, by field. They are found without a call to a cloud. */
export const nodeOrderErrors = (order: OrderAttributes): FieldErrors =>
  order.pools || order.poolSettings ? { pools: [NO_POOLS] } : topologyErrors(order);

/** Errors in an order of a managed cluster with nodes, by field. */
export const managedNodeErrors = ({ pools, poolSettings }: ManagedAttributes): FieldErrors =>
  pools || poolSettings ? { pools: [NO_POOLS] } : {};
