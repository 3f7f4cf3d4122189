import type { Failure } from '../_core/failure.ts';
import type { User } from '../identity/user.ts';
import { isOfCluster } from '../marketplace/is-of-cluster.ts';
import type { Order } from '../marketplace/order.ts';
import type { Resource } from '../marketplace/resource.ts';
import type { Mail } from './mail.ts';

const thingOf = (order: Order): 'cluster' | 'resource' => (isOfCluster(order) ? 'cluster' : 'resource');

/** The e-mail to the user who placed the order, when the cluster is ready (S0-198). */
export const readyMail = (to: string, order: Order): Mail => ({
  ...{ key: `cluster-ready/${order.uuid}`, to, template: 'cluster-ready' },
  values: {
    ...{ cluster: order.resourceName, project: order.projectName, thing: thingOf(order) },
    clusterUuid: order.clusterUuid ?? order.resourceUuid,
  },
});

/**
 * A row that becomes an e-mail to each user who may approve the order. There is only one row for all these users,
 * because the largest managed order leaves no room for more rows in its transaction.
 */
export const approversMail = ({ uuid: orderUuid }: Order): Mail => ({
  ...{ key: `order-approvers/${orderUuid}`, to: '', template: 'order-approvers' },
  values: { orderUuid },
});

/** The e-mail to one user who may approve the order. */
export const waitingMail = ({ uuid: userUuid, email: to }: User, order: Order, orderedBy: string): Mail => ({
  ...{ key: `order-waiting/${order.uuid}/${order.state}/${userUuid}`, to, template: 'order-waiting' },
  values: {
    ...{ cluster: order.resourceName, project: order.projectName, orderUuid: order.uuid, orderedBy },
    waitsFor: order.state === 'pending-provider' ? 'provider' : 'consumer',
  },
});

/** The e-mail about a failed order. If the order is retried and fails again, there is another e-mail. */
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
 * The e-mail to an owner about the end of a resource. The number of days is part of the key, so each warning is a
 * separate e-mail.
 */
export const endingMail = ({ uuid: userUuid, email: to }: User, resource: Resource, days: number): Mail => {
  const { uuid: resourceUuid, name: cluster, projectName: project, end } = resource;
  const endDate = end?.date ?? '';
  return {
    ...{ key: `resource-ending/${resourceUuid}/${endDate}/${days}/${userUuid}`, to, template: 'resource-ending' },
    values: { cluster, project, resourceUuid, endDate, thing: isOfCluster(resource) ? 'cluster' : 'resource' },
  };
};
