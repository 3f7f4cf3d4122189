import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import { type PoolRequest, poolRequest } from '#shared/domain/planning/pools/pool-request';
import { someOrderAttributes } from './builders/order-inputs.ts';
import { aPool } from './builders/pool-builders.ts';
import { facts, idOf } from './planning.ts';

/** A request for a pool of three workers, in the tenant of `facts`. */
export const aPoolRequest = (fields: Partial<PoolRequest> = {}): PoolRequest =>
  poolRequest.parse({
    ...aPool(),
    ...{ flavorUuid: idOf('flavor', '2'), networkUuids: [idOf('network', 'network-1')] },
    ...{ securityGroupUuids: [], dataVolumes: [], ...fields },
  });
export const aServerPoolRequest = (fields: Partial<PoolRequest> = {}): PoolRequest =>
  aPoolRequest({ name: 'servers', roles: ['etcd', 'controlplane'], ...fields });

export const poolOrder = (fields: Partial<OrderAttributes> = {}): OrderAttributes =>
  someOrderAttributes(facts, { nodes: [], pools: [aServerPoolRequest(), aPoolRequest()], ...fields });
