import type { Uuid } from '../_core/identifier.ts';
import type { Flavor, Image, VolumeType } from '../planning/cloud-facts.ts';
import type { PluginOptions } from '../providers/plugin-options.ts';

export type ExternalNetwork = { id: string; name: string };

/**
 * An offering of the type `OpenStack.Tenant`, with the flavors, images and other objects of its cloud. The cloud is
 * read once for each order.
 */
export type OfferedCloud = {
  offeringUuid: Uuid;
  slug: string;
  name: string;
  settingsUuid: Uuid;
  storageMode: 'fixed' | 'dynamic';
  availabilityZone?: string | undefined;
  /** Name of the image, from the offering or else from the provider. */
  imageName: string;
  flavors: readonly Flavor[];
  images: readonly Image[];
  volumeTypes: readonly VolumeType[];
  /**
   * The type that the cloud gives to a volume without a type. Such a volume counts towards the limit of the default
   * type. Undefined if the cloud does not show the default type.
   */
  defaultVolumeType?: string | undefined;
  externalNetworks: readonly ExternalNetwork[];
  /** Id or name of the external network, from the offering. */
  externalNetworkId: string;
};

export const flavorIn = ({ flavors }: OfferedCloud, name: string | undefined): Flavor | undefined =>
  flavors.find((flavor) => flavor.name === name);

export const imageIn = ({ images, imageName }: OfferedCloud): Image | undefined =>
  images.find((image) => image.name === imageName);

/**
 * Finds a network by id, or else by name. If several networks have the name, which OpenStack allows, no network is
 * found.
 */
export function externalNetworkIn({
  externalNetworks,
  externalNetworkId,
}: Pick<OfferedCloud, 'externalNetworks' | 'externalNetworkId'>): ExternalNetwork | undefined {
  const named = externalNetworks.filter(({ name }) => name === externalNetworkId);
  return externalNetworks.find(({ id }) => id === externalNetworkId) ?? (named.length === 1 ? named[0] : undefined);
}

/**
 * Whether volumes get the volume types from the offering and the order. This is so only if the cloud's offering or the
 * cluster's offering has dynamic storage. Otherwise the types are neither used nor checked
 * (docs/spec/managed-clusters.md#volumes-of-machines).
 */
export const usesVolumeTypes = (cloud: OfferedCloud, { storage_mode }: Pick<PluginOptions, 'storage_mode'>): boolean =>
  cloud.storageMode === 'dynamic' || storage_mode === 'dynamic';

/** The cloud in which a machine is planned. If `hasTypes` is false, all volumes get the cloud's default type. */
export type MachinePlace = { cloud: OfferedCloud; hasTypes: boolean };
