import type { Failure } from '../_core/failure.ts';
import type { User } from '../identity/user.ts';
import { isOfCluster } from '../marketplace/is-of-cluster.ts';
import type { Order } from '../marketplace/order.ts';
import type { Resource } from '../marketplace/resource.ts';
import type { Mail } from './mail.ts';

const thingOf = (order: Order): 'cluster' | 'resource' => (isOfCluster(order) ? 'cluster' : 'resource');

/** The e-mail to the user who made the order, when the cluster is ready (S0-198). */
export const readyMail = (to: string, order: Order): Mail => ({
  ...{ key: `cluster-ready/${order.uuid}`, to, template: 'cluster-ready' },
  values: {
    ...{ cluster: order.resourceName, project: order.projectName, thing: thingOf(order) },
    clusterUuid: order.clusterUuid ?? order.resourceUuid,
  },
});

/**
 * One row for the e-mails to all users who may approve the order. The transaction of a large managed order has no room
 * for one row for each user. When the row is sent, each of these users gets an e-mail.
 */
export const approversMail = ({ uuid: orderUuid }: Order): Mail => ({
  ...{ key: `order-approvers/${orderUuid}`, to: '', template: 'order-approvers' },
  values: { orderUuid },
});

/** The e-mail to one of the users who may approve the order. */
export const waitingMail = ({ uuid: userUuid, email: to }: User, order: Order, orderedBy: string): Mail => ({
  ...{ key: `order-waiting/${order.uuid}/${order.state}/${userUuid}`, to, template: 'order-waiting' },
  values: {
    ...{ cluster: order.resourceName, project: order.projectName, orderUuid: order.uuid, orderedBy },
    waitsFor: order.state === 'pending-provider' ? 'provider' : 'consumer',
  },
});

/** The e-mail to one of the users who may approve orders, after so many e-mails about orders of one user in an hour. */
export const manyWaitingMail = (
  { uuid: userUuid, email: to }: User,
  { uuid }: Order,
  values: { orderedBy: string; mails: number },
): Mail => ({ key: `orders-waiting/${uuid}/${userUuid}`, to, template: 'orders-waiting', values });

/** The e-mail about a failed order. An order that is retried and fails again causes a second e-mail. */
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

/**
 * The e-mail to an owner when a resource will soon be terminated. The key contains the number of days, so each warning
 * is an e-mail of its own.
 */
export const endingMail = ({ uuid: userUuid, email: to }: User, resource: Resource, days: number): Mail => {
  const { uuid: resourceUuid, name: cluster, projectName: project, end } = resource;
  const endDate = end?.date ?? '';
  return {
    ...{ key: `resource-ending/${resourceUuid}/${endDate}/${days}/${userUuid}`, to, template: 'resource-ending' },
    values: { cluster, project, resourceUuid, endDate, thing: isOfCluster(resource) ? 'cluster' : 'resource' },
  };
};
