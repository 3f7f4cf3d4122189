import type { Uuid } from '../_core/identifier.ts';
import type { Flavor, Image, VolumeType } from '../planning/cloud-facts.ts';
import type { PluginOptions } from '../providers/plugin-options.ts';

export type ExternalNetwork = { id: string; name: string };

/** What one `OpenStack.Tenant` offering sells, read from its cloud once per order. */
export type OfferedCloud = {
  offeringUuid: Uuid;
  slug: string;
  name: string;
  settingsUuid: Uuid;
  storageMode: 'fixed' | 'dynamic';
  availabilityZone?: string | undefined;
  /** The offering's, or the provider's. */
  imageName: string;
  flavors: readonly Flavor[];
  images: readonly Image[];
  volumeTypes: readonly VolumeType[];
  /** What a volume gets that names no type, where the cloud says it: such volumes count for that type's limit. */
  defaultVolumeType?: string | undefined;
  externalNetworks: readonly ExternalNetwork[];
  /** Id or name, as the offering has it. */
  externalNetworkId: string;
};

export const flavorIn = ({ flavors }: OfferedCloud, name: string | undefined): Flavor | undefined =>
  flavors.find((flavor) => flavor.name === name);

export const imageIn = ({ images, imageName }: OfferedCloud): Image | undefined =>
  images.find((image) => image.name === imageName);

/** By id, else by name, which OpenStack lets several have: then by none. */
export function externalNetworkIn({
  externalNetworks,
  externalNetworkId,
}: Pick<OfferedCloud, 'externalNetworks' | 'externalNetworkId'>): ExternalNetwork | undefined {
  const named = externalNetworks.filter(({ name }) => name === externalNetworkId);
  return externalNetworks.find(({ id }) => id === externalNetworkId) ?? (named.length === 1 ? named[0] : undefined);
}

/**
 * Whether volumes get the types that offering and order name: where the storage of either offering is dynamic, which is also
 * where the types are checked to exist (docs/spec/managed-clusters.md#volumes-of-machines). A type named elsewhere means nothing.
 */
export const usesVolumeTypes = (cloud: OfferedCloud, { storage_mode }: Pick<PluginOptions, 'storage_mode'>): boolean =>
  cloud.storageMode === 'dynamic' || storage_mode === 'dynamic';
