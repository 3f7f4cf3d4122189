import type { Order } from '#shared/domain/marketplace/order';
import { withProjectDefaults } from '#shared/domain/marketplace/rancher-project-offering';
import type { Resource } from '#shared/domain/marketplace/resource';
import {
  assertLimitsAccepted,
  beginningOf,
  knownLimits,
  localOrderUuid,
  localResourceUuid,
  workOf,
} from '#shared/domain/remote-waldur/order-work';
import type { RemoteOrder } from '#shared/domain/remote-waldur/remote-objects';
import { Invalid } from '#shared/errors';
import { forEachIsolated } from '../_core/for-each-isolated.ts';
import { retryLimitedOrder } from '../marketplace/site-agent-orders/begin-limited-order.ts';
import type { Pass, SyncDeps } from '../providers/sync-job.ts';
import { adoptProject } from './adopt-project.ts';
import { beginCreation, beginLaterOrder } from './remote-records.ts';
import { reportDone, reportFailure } from './report-remote-order.ts';
import { onServedOfferings, type Served } from './served-offerings.ts';

async function adoptFirst(deps: SyncDeps, served: Served, order: RemoteOrder): Promise<Resource | undefined> {
  const there = await served.waldur.getResource(order.resourceUuid);
  if (there.backendId === '') return undefined;
  const { cluster_id: clusterId } = withProjectDefaults(served.offering.pluginOptions);
  const rancher = await deps.rancher.open(served.provider);
  return adoptProject(deps, served, there, { rancher, listed: await rancher.listProjects(clusterId) });
}

/**
 * Begins an order. Returns whether something was written.
 * @throws Invalid with the reason, if the order can never be carried out
 */
async function begin(deps: SyncDeps, served: Served, order: RemoteOrder): Promise<boolean> {
  const { offering, waldur } = served;
  if (order.type !== 'Terminate') assertLimitsAccepted(offering.components, order.limits);
  const wanted = knownLimits(offering.components, order.limits);
  const known = await deps.store.resources.find(localResourceUuid(offering.uuid, order.resourceUuid));
  let [resource, next] = [known, beginningOf(order.type, known, wanted)];
  if ('begin' in next && next.begin === 'adopt') {
    resource = await adoptFirst(deps, served, order);
    if (!resource && order.type === 'Update') throw new Invalid(['Rancher has no project for this resource.']);
    next = resource ? beginningOf(order.type, resource, wanted) : { begin: 'nothing' };
  }
  if ('refuse' in next) throw new Invalid([next.refuse]);
  const correlationId = deps.ids.uuid();
  if (next.begin === 'create' && offering.state === 'Active') {
    await beginCreation(deps, served, order, await waldur.getResource(order.resourceUuid), correlationId);
    return true;
  }
  if (next.begin === 'order' && resource && (order.type === 'Update' || order.type === 'Terminate')) {
    const { uuid, type } = order;
    await beginLaterOrder(deps, served, { uuid, type, limits: wanted }, resource, correlationId);
    return true;
  }
  if (next.begin === 'nothing') await reportDone(served, order, resource);
  return false;
}

async function beginOrRefuse(deps: SyncDeps, served: Served, order: RemoteOrder): Promise<boolean> {
  try {
    return await begin(deps, served, order);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    await served.waldur.setOrderErred(order.uuid, error.message);
    return false;
  }
}

/**
 * Makes the next step of one open order: approves, begins, retries or reports the order. Returns whether something was
 * written in Paddock.
 */
async function serveOrder(deps: SyncDeps, served: Served, listed: RemoteOrder): Promise<boolean> {
  const { store } = deps;
  const { offering, waldur } = served;
  const find = (): Promise<Order | undefined> => store.orders.find(localOrderUuid(offering.uuid, listed.uuid));
  let [order, local] = [listed, await find()];
  if (workOf(order, local) === 'approve') {
    await waldur.approveOrder(order.uuid);
    order = await waldur.getOrder(order.uuid);
  }
  const work = workOf(order, local);
  if (work === 'begin') return beginOrRefuse(deps, served, order);
  if (!local) return false;
  if (work === 'report-done') await reportDone(served, order, await store.resources.find(local.resourceUuid));
  if (work === 'report-failure') await reportFailure(deps, served, order, local);
  if (work === 'retry') await retryLimitedOrder(deps, unreported(local), deps.ids.uuid());
  return work === 'retry' || work === 'report-failure';
}

/** Returns a copy of the order with `isFailureReported: false`, so that its next failure is reported. */
const unreported = (order: Order): Order => {
  const { rancherProject } = order;
  if (!rancherProject?.remote) return order;
  return {
    ...order,
    rancherProject: { ...rancherProject, remote: { ...rancherProject.remote, isFailureReported: false } },
  };
};

/**
 * Carries out the open orders of a remote Waldur, and reports how they ended. Each run approves and begins new orders,
 * and reports those that have ended. In between, the state machines of projects do the work.
 */
export const serveRemoteOrders: Pass = (deps, provider) =>
  onServedOfferings(deps, provider, 'order_process', async (served) => {
    const orders = await served.waldur.listOpenOrders(served.remoteOfferingUuid);
    const counted = { written: 0, failed: 0 };
    const about = ({ uuid: remoteOrderUuid }: RemoteOrder) => ({ remoteOrderUuid });
    counted.failed = await forEachIsolated(orders, { log: deps.log, about }, async (order) => {
      if (await serveOrder(deps, served, order)) counted.written += 1;
    });
    return counted;
  });
