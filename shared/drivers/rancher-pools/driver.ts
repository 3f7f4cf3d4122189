import { CLUSTER_CREDENTIAL_ROLES } from '#shared/domain/planning/naming';
import type { DriverParts } from '../driver.ts';
import { observe } from './observe.ts';
import { managedPoolErrors, poolOrderErrors } from './order-errors.ts';
import { planPools, poolProblems } from './plan.ts';
import { clusterServers, leftoversIn, ownedInRancher } from './teardown.ts';

/**
 * The driver for clusters with machine pools. Paddock writes the wanted pools, and Rancher creates, replaces and deletes
 * the machines.
 */
export const rancherPools: DriverParts = {
  plan: {
    orderErrors: poolOrderErrors,
    managedErrors: managedPoolErrors,
    nodes: planPools,
    problems: poolProblems,
    waves: () => ({ first: [], rest: [] }),
    credentialRoles: CLUSTER_CREDENTIAL_ROLES,
  },
  observe: observe,
  provider: 'Rancher',
  needsNodeDriver: true,
  teardown: { servers: clusterServers, leftovers: leftoversIn, inRancher: ownedInRancher },
};
