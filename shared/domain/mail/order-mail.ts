import type { Failure } from '../_core/failure.ts';
import type { User } from '../identity/user.ts';
import { isOfCluster } from '../marketplace/is-of-cluster.ts';
import type { Order } from '../marketplace/order.ts';
import type { Mail } from './mail.ts';

const thingOf = (order: Order): 'cluster' | 'resource' => (isOfCluster(order) ? 'cluster' : 'resource');

/** To the user who ordered: the cluster is ready (S0-198). */
export const readyMail = (to: string, order: Order): Mail => ({
  ...{ key: `cluster-ready/${order.uuid}`, to, template: 'cluster-ready' },
  values: {
    ...{ cluster: order.resourceName, project: order.projectName, thing: thingOf(order) },
    clusterUuid: order.clusterUuid ?? order.resourceUuid,
  },
});

/**
 * Becomes an e-mail to each user who may approve the order. One row for all of them, because the transaction of the
 * largest managed order has room for no more.
 */
export const approversMail = ({ uuid: orderUuid }: Order): Mail => ({
  ...{ key: `order-approvers/${orderUuid}`, to: '', template: 'order-approvers' },
  values: { orderUuid },
});

/** To a user who may approve the order. */
export const waitingMail = ({ uuid: userUuid, email: to }: User, order: Order, orderedBy: string): Mail => ({
  ...{ key: `order-waiting/${order.uuid}/${order.state}/${userUuid}`, to, template: 'order-waiting' },
  values: {
    ...{ cluster: order.resourceName, project: order.projectName, orderUuid: order.uuid, orderedBy },
    waitsFor: order.state === 'pending-provider' ? 'provider' : 'consumer',
  },
});

/** The order failed. If it is retried and fails again, there is another e-mail. */
export const failedMail = (to: string, order: Order, { code, message }: Failure): Mail => {
  const { uuid, version, type, resourceName, projectName } = order;
  return {
    ...{ key: `order-failed/${uuid}/${version}`, to, template: 'order-failed' },
    values: {
      ...{ type, cluster: resourceName, project: projectName, orderUuid: uuid, code, reason: message },
      thing: thingOf(order),
    },
  };
};
