import type { Caller } from '../domain/caller.ts';
import { clusterMovesTo } from '../domain/cluster.ts';
import { demandState } from '../domain/demand-state.ts';
import { demandWritable } from '../domain/demand-writable.ts';
import type { Uuid } from '../domain/identifier.ts';
import { isOfCluster } from '../domain/of-cluster.ts';
import type { Order } from '../domain/order.ts';
import { demand } from '../domain/permission.ts';
import { placement } from '../domain/placement.ts';
import { changed, newRecord } from '../domain/record.ts';
import type { Resource } from '../domain/resource.ts';
import { laterOrder } from '../domain/site-agent/agent-work.ts';
import { Invalid } from '../errors.ts';
import { getVisible, soldTo } from './get-visible.ts';
import { stopMeter } from './meter-cluster.ts';
import { onFreshRecords } from './on-fresh-records.ts';
import { newOperation, type RecordDeps, underOperation } from './order-deps.ts';
import { resourceAtWork } from './site-agent/begin-agent-order.ts';

/** waldur-http.md "Marketplace": 404, 403, then the pending order's 400, the state's 409, and read-only mode's 405, and what is wrong with the body. */
async function terminableResource({ store, site }: RecordDeps, caller: Caller, input: Termination): Promise<Resource> {
  const resource = await getVisible(store.resources, 'Resource', input.resourceUuid, soldTo(caller));
  demand(caller, 'resource.terminate', resource);
  const isBusy = resource.siteAgent !== undefined && resource.pendingOrderUuid !== undefined;
  if (resource.state === 'Terminating' || isBusy) throw new Invalid(['Pending order for resource already exists.']);
  demandState(resource, ['OK', 'Erred']);
  demandWritable(site);
  input.readBody?.();
  return resource;
}

function terminationOrder({ clock, ids }: RecordDeps, caller: Caller, resource: Resource): Order {
  return {
    ...newRecord(ids.uuid(), clock.now()),
    ...placement.parse(resource),
    type: 'Terminate',
    state: 'executing',
    resourceUuid: resource.uuid,
    resourceName: resource.name,
    ...(resource.clusterUuid !== undefined && { clusterUuid: resource.clusterUuid }),
    ...(resource.siteAgent && { siteAgent: laterOrder(resource.siteAgent, resource.siteAgent.limits) }),
    createdByUuid: caller.user.uuid,
    approvedByUuid: caller.user.uuid,
    approvedAt: clock.now().toISOString(),
  };
}

/** `resourceUuid` as the address has it. */
type Termination = {
  resourceUuid: Uuid;
  correlationId: string;
  /** Reads the body, once everything else has been checked; throws Invalid. */
  readBody?: () => void;
};

/** The agent finds it in its list of orders. */
async function terminateAtAgent({ store, clock }: RecordDeps, resource: Resource, order: Order): Promise<Order> {
  await store.commit(store.orders.insert(order), store.resources.replace(resourceAtWork(resource, order, clock.now())));
  return order;
}

async function terminate(deps: RecordDeps, caller: Caller, input: Termination): Promise<Order> {
  const { store, clock } = deps;
  const resource = await terminableResource(deps, caller, input);
  const order = terminationOrder(deps, caller, resource);
  if (!isOfCluster(resource)) return terminateAtAgent(deps, resource, order);
  const cluster = await store.clusters.get(resource.clusterUuid);
  const operation = newOperation(deps, cluster.uuid, input.correlationId);
  const leaving = clusterMovesTo(cluster, 'DELETION_SCHEDULED', clock.now(), {
    orderUuid: order.uuid,
    ...underOperation(operation),
    lastError: undefined,
    currentStep: '',
  });
  await store.commit(
    store.orders.insert(order),
    store.resources.replace(changed(resource, clock.now(), { state: 'Terminating', pendingOrderUuid: order.uuid })),
    store.clusters.replace(leaving),
    store.outbox.insert(operation),
    ...(await stopMeter(deps, resource)),
  );
  return order;
}

/** Orders the deletion of everything a resource stands for; works from OK and from Erred, whatever was made. */
export const terminateResource = (deps: RecordDeps, caller: Caller, input: Termination): Promise<Order> =>
  onFreshRecords(() => terminate(deps, caller, input));
