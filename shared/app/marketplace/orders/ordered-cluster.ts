import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Order } from '#shared/domain/marketplace/order';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { Write } from '#shared/ports/store';

/** The records that a checked order becomes, in either mode. */
export type OrderedCluster = {
  settings: RancherSettings;
  /** Name of the resource. */
  name: string;
  attributes: Pick<Order, 'attributes' | 'managedAttributes'>;
  /**
   * Reserves slugs, names and networks that are free now. Called again when another order was faster, which its writes
   * report by VersionConflict.
   */
  reserveNamesAndNetworks(): Promise<ReservedCluster>;
};

/** Records of the order and the writes that belong to them. */
export type ReservedCluster = {
  /** Slug of the resource. */
  slug: string;
  cluster: Pick<Cluster, 'name' | 'description' | 'vmProjectUuid' | 'installLonghorn' | 'managed'>;
  /** The cluster's first tenant. */
  tenantOf(clusterUuid: Uuid): Uuid;
  writes(clusterUuid: Uuid): Write[];
};
