import { expect, test } from 'vitest';
import { assertSupported, type ClusterWork, type DriverName } from './cluster-driver.ts';

test.each<[DriverName, ClusterWork, string]>([
  ['rancher-custom', 'changePools', 'has no machine pools: add or delete nodes'],
  ['rancher-custom', 'changeClusterApi', 'has no node groups'],
  ['rancher-pools', 'addNode', 'change the quantity of a pool'],
  ['rancher-pools', 'deleteNode', 'delete a machine of a pool'],
  ['rancher-pools', 'hibernateCluster', 'set the quantity of its worker pools to 0'],
  ['rancher-pools', 'changeClusterApi', 'has no node groups'],
  ['cluster-api', 'addNode', 'change the node count of a node group by `resize`'],
  ['cluster-api', 'deleteNode', 'name the machine in `nodes_to_remove` of `resize`'],
  ['cluster-api', 'changePools', 'change the node count of a node group by `resize`'],
  ['cluster-api', 'hibernateCluster', 'node groups of workers to 0 by `resize`'],
  ['cluster-api', 'upgradeCluster', 'not possible for clusters of the driver cluster-api'],
])('a cluster of %s refuses %s, and says what to do instead', (driver, work, text) => {
  expect(() => assertSupported(work, { driver })).toThrow(text);
});
