import type { Flavor, Image } from '#shared/domain/planning/cloud-facts';
import { Invalid } from '#shared/errors';
import { type ExternalNetwork, externalNetworkIn, flavorIn, imageIn, type OfferedCloud } from '../offered-cloud.ts';
import type { ManagedMachine, ManagedRole } from './managed-machines.ts';

/**
 * The field with the list of clouds. An error names this field if a cloud does not have an object that the order needs.
 * Only a missing flavor of workers is reported in `worker_nodes_flavor_name`, because the order chooses this flavor.
 */
export const CLOUDS_FIELD = 'openstack_offering_uuid_list';
export const FLAVOR_FIELDS: Readonly<Record<ManagedRole, string>> = {
  worker: 'worker_nodes_flavor_name',
  server: CLOUDS_FIELD,
  loadBalancer: CLOUDS_FIELD,
};

/**
 * Waldur's text if a cloud does not have a flavor (docs/spec/orders.md#managed-orders). The text names the cloud by the
 * uuid of its offering, as the order does.
 */
export const noFlavorText = ({ offeringUuid }: OfferedCloud, flavorName: string): string =>
  `Flavor is not available in OpenStack offering '${offeringUuid}': ${flavorName}`;
export const noImageText = ({ offeringUuid, imageName }: OfferedCloud): string =>
  `Image ${imageName} is not available in OpenStack offering ${offeringUuid}.`;

/**
 * Text for the error if the external network that the offering names does not exist, or if several networks have this
 * name.
 */
export const noExternalNetworkText = ({ offeringUuid, externalNetworkId }: OfferedCloud): string =>
  `External network ${externalNetworkId} is not available in OpenStack offering ${offeringUuid}.`;

export function flavorOf(cloud: OfferedCloud, role: ManagedRole, { flavorName }: ManagedMachine): Flavor {
  const flavor = flavorIn(cloud, flavorName);
  if (!flavor) throw new Invalid({ [FLAVOR_FIELDS[role]]: [noFlavorText(cloud, flavorName ?? '')] });
  return flavor;
}

/** The image for all machines. Throws Invalid if the cloud does not have it. */
export function requiredImage(cloud: OfferedCloud): Image {
  const image = imageIn(cloud);
  if (!image) throw new Invalid({ [CLOUDS_FIELD]: [noImageText(cloud)] });
  return image;
}

/** The external network that the offering names. Throws Invalid if the cloud does not have it. */
export function externalNetworkOf(cloud: OfferedCloud): ExternalNetwork {
  const network = externalNetworkIn(cloud);
  if (!network) throw new Invalid({ [CLOUDS_FIELD]: [noExternalNetworkText(cloud)] });
  return network;
}
