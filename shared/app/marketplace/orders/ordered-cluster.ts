import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Order } from '#shared/domain/marketplace/order';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { Write } from '#shared/ports/store';

/** What a checked order comes to, in either mode. */
export type OrderedCluster = {
  settings: RancherSettings;
  /** Of the resource. */
  name: string;
  attributes: Pick<Order, 'attributes' | 'managedAttributes'>;
  /**
   * Chooses what nobody else has at this moment: slugs, names, networks. It is asked again when another order was faster, which
   * its writes tell by VersionConflict.
   */
  reserveNamesAndNetworks(): Promise<ReservedCluster>;
};

/** What the order's records say, and what is written along with them. */
export type ReservedCluster = {
  /** Of the resource. */
  slug: string;
  cluster: Pick<Cluster, 'name' | 'description' | 'vmProjectUuid' | 'installLonghorn' | 'managed'>;
  /** The cluster's first. */
  tenantOf(clusterUuid: Uuid): Uuid;
  writes(clusterUuid: Uuid): Write[];
};
