import type { Flavor, Image } from '#shared/domain/planning/cloud-facts';
import { Invalid } from '#shared/errors';
import { type ExternalNetwork, externalNetworkIn, flavorIn, imageIn, type OfferedCloud } from '../offered-cloud.ts';
import type { ManagedMachine, ManagedRole } from './managed-machines.ts';

/**
 * Fields for the error if a cloud lacks an object: the field with the list of clouds, or the field of a chosen flavor.
 */
export const CLOUDS_FIELD = 'openstack_offering_uuid_list';
export const FLAVOR_FIELDS: Readonly<Record<ManagedRole, string>> = {
  worker: 'worker_nodes_flavor_name',
  server: CLOUDS_FIELD,
  loadBalancer: CLOUDS_FIELD,
};

/**
 * Waldur's text for a flavor that a cloud lacks (docs/spec/orders.md#managed-orders). It names the cloud's offering by
 * the uuid from the order.
 */
export const noFlavorText = ({ offeringUuid }: OfferedCloud, flavorName: string): string =>
  `Flavor is not available in OpenStack offering '${offeringUuid}': ${flavorName}`;
export const noImageText = ({ offeringUuid, imageName }: OfferedCloud): string =>
  `Image ${imageName} is not available in OpenStack offering ${offeringUuid}.`;

/** The error if no network has the offering's id or name, or if several networks have the name. */
export const noExternalNetworkText = ({ offeringUuid, externalNetworkId }: OfferedCloud): string =>
  `External network ${externalNetworkId} is not available in OpenStack offering ${offeringUuid}.`;

/** The flavor of a machine. Throws Invalid if the cloud does not have the flavor. */
export function flavorOf(cloud: OfferedCloud, role: ManagedRole, { flavorName }: ManagedMachine): Flavor {
  const flavor = flavorIn(cloud, flavorName);
  if (!flavor) throw new Invalid({ [FLAVOR_FIELDS[role]]: [noFlavorText(cloud, flavorName ?? '')] });
  return flavor;
}

/** The image of the machines. Throws Invalid if the cloud does not have the image. */
export function requiredImage(cloud: OfferedCloud): Image {
  const image = imageIn(cloud);
  if (!image) throw new Invalid({ [CLOUDS_FIELD]: [noImageText(cloud)] });
  return image;
}

/** The offering's external network. Throws Invalid if the cloud does not have the network. */
export function externalNetworkOf(cloud: OfferedCloud): ExternalNetwork {
  const network = externalNetworkIn(cloud);
  if (!network) throw new Invalid({ [CLOUDS_FIELD]: [noExternalNetworkText(cloud)] });
  return network;
}
