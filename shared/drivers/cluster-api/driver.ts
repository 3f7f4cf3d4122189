import { CLUSTER_CREDENTIAL_ROLES } from '#shared/domain/planning/naming';
import type { DriverParts } from '../driver.ts';
import { serviceLoadBalancers } from './load-balancers.ts';
import { observe } from './observe.ts';
import { managedErrors, orderErrors } from './order-errors.ts';
import { planCluster, quotaErrors } from './plan.ts';
import { leftoversIn, nothingInRancher, serversOf } from './teardown.ts';

/**
 * The driver for clusters that Cluster API makes. Paddock writes the objects that describe a cluster to the management
 * cluster. Cluster API and its OpenStack provider create, replace and delete the machines.
 */
export const clusterApi: DriverParts = {
  plan: {
    orderErrors,
    managedErrors,
    nodes: planCluster,
    problems: quotaErrors,
    waves: () => ({ first: [], rest: [] }),
    credentialRoles: CLUSTER_CREDENTIAL_ROLES,
  },
  observe,
  provider: 'ClusterAPI',
  hasMagnumApi: true,
  teardown: {
    servers: serversOf,
    beforeCluster: serviceLoadBalancers,
    leftovers: leftoversIn,
    inRancher: nothingInRancher,
  },
};
