import type { RancherCatalogs } from './catalogs.ts';
import type { ClusterObjects } from './cluster-objects.ts';

/**
 * A session with the key of one account. Needed for charts: Rancher ignores an impersonation there, and its pod that
 * runs Helm has the rights of whoever asked. A refusal of the account is thrown as NotAllowed.
 */
export interface KeyedRancher
  extends Pick<
      RancherCatalogs,
      'findChartVersion' | 'installCharts' | 'upgradeCharts' | 'uninstallApp' | 'findAppRevision'
    >,
    Pick<ClusterObjects, 'findObject' | 'createObject'> {
  /** The account whose key it is, as the cluster sees it. Throws NotAllowed if the account may not enter the cluster. */
  readSelf(clusterId: string): Promise<string>;
}
