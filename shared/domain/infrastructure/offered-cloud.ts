import type { Uuid } from '../_core/identifier.ts';
import type { Flavor, Image, VolumeType } from '../planning/cloud-facts.ts';
import type { PluginOptions } from '../providers/plugin-options.ts';

export type ExternalNetwork = { id: string; name: string };

/** The offer of one `OpenStack.Tenant` offering, read from its cloud once for each order. */
export type OfferedCloud = {
  offeringUuid: Uuid;
  slug: string;
  name: string;
  settingsUuid: Uuid;
  storageMode: 'fixed' | 'dynamic';
  availabilityZone?: string | undefined;
  /** Name of the image: the offering's, or else the provider's. */
  imageName: string;
  flavors: readonly Flavor[];
  images: readonly Image[];
  volumeTypes: readonly VolumeType[];
  /**
   * The type that the cloud gives a volume without a type, if the cloud shows it. Such volumes count towards the limit
   * of this type.
   */
  defaultVolumeType?: string | undefined;
  externalNetworks: readonly ExternalNetwork[];
  /** Id or name of the external network, as the offering has it. */
  externalNetworkId: string;
};

export const flavorIn = ({ flavors }: OfferedCloud, name: string | undefined): Flavor | undefined =>
  flavors.find((flavor) => flavor.name === name);

export const imageIn = ({ images, imageName }: OfferedCloud): Image | undefined =>
  images.find((image) => image.name === imageName);

/**
 * Finds a network by id or, failing that, by name. OpenStack allows equal names. If several networks have the name,
 * none is found.
 */
export function externalNetworkIn({
  externalNetworks,
  externalNetworkId,
}: Pick<OfferedCloud, 'externalNetworks' | 'externalNetworkId'>): ExternalNetwork | undefined {
  const named = externalNetworks.filter(({ name }) => name === externalNetworkId);
  return externalNetworks.find(({ id }) => id === externalNetworkId) ?? (named.length === 1 ? named[0] : undefined);
}

/**
 * Whether volumes get the types that offering and order name. They do if the storage of the cloud's or the cluster's
 * offering is dynamic; the types are then also checked (docs/spec/managed-clusters.md#volumes-of-machines). Otherwise a
 * named type is ignored.
 */
export const usesVolumeTypes = (cloud: OfferedCloud, { storage_mode }: Pick<PluginOptions, 'storage_mode'>): boolean =>
  cloud.storageMode === 'dynamic' || storage_mode === 'dynamic';
