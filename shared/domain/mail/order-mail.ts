import type { Failure } from '../failure.ts';
import type { Order } from '../order.ts';
import type { Mail } from './mail.ts';

/** To whoever ordered: the cluster is ready (S0-198). */
export const readyMail = (to: string, { uuid, clusterUuid, resourceName, projectName }: Order): Mail => ({
  ...{ key: `cluster-ready/${uuid}`, to, template: 'cluster-ready' },
  values: { cluster: resourceName, project: projectName, clusterUuid },
});

/** The order has come to its end without what was ordered; one that is retried may fail again, and is told of again. */
export const failedMail = (to: string, order: Order, { code, message }: Failure): Mail => {
  const { uuid, version, type, resourceName, projectName } = order;
  return {
    ...{ key: `order-failed/${uuid}/${version}`, to, template: 'order-failed' },
    values: { type, cluster: resourceName, project: projectName, orderUuid: uuid, code, reason: message },
  };
};
