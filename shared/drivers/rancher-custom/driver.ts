import { planNodes, wavesOf } from '#shared/domain/planning/plan';
import { planProblems } from '#shared/domain/planning/plan-problems';
import type { DriverParts } from '../driver.ts';
import { renderCloudInit } from './cloud-init.ts';
import { observe } from './observe.ts';
import { managedNodeErrors, nodeOrderErrors } from './order-errors.ts';
import { clusterServers, leftoversIn, ownedInRancher } from './teardown.ts';
import { templateProblems } from './template-problems.ts';

/**
 * The driver for custom clusters of Rancher. Paddock creates the machines in tenants. The user data of each machine
 * makes it join the cluster.
 */
export const rancherCustom: DriverParts = {
  plan: {
    orderErrors: nodeOrderErrors,
    managedErrors: managedNodeErrors,
    nodes: planNodes,
    problems: ({ nodes }, tenants) => planProblems(nodes, tenants),
    waves: wavesOf,
  },
  observe: observe,
  provider: 'Rancher',
  teardown: { servers: clusterServers, leftovers: leftoversIn, inRancher: ownedInRancher },
  userData: { render: renderCloudInit, templateProblems },
};
