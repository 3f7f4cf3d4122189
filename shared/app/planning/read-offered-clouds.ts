import type { Uuid } from '#shared/domain/_core/identifier';
import type { OfferedCloud } from '#shared/domain/infrastructure/offered-cloud';
import { isTenantOffering } from '#shared/domain/marketplace/offering';
import { noObject } from '#shared/errors';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'offerings'>; openstack: Pick<OpenStackSessions, 'admin'> };

/** Reads what the cloud offers to customers. These facts are the same in all zones of the cloud. */
async function readFacts({ openstack }: Deps, settingsUuid: Uuid) {
  const admin = await openstack.admin(settingsUuid);
  const [flavors, images, volumeTypes, defaultVolumeType, externalNetworks] = await Promise.all([
    admin.listFlavors(),
    admin.listImages(),
    admin.listVolumeTypes(),
    admin.defaultVolumeType(),
    admin.listExternalNetworks(),
  ]);
  return { flavors, images, volumeTypes, defaultVolumeType, externalNetworks };
}

/**
 * Makes a function that reads the cloud of an offering. A cloud with several zones is read only once. The function
 * throws Invalid when the offering does not exist, and Backend* errors when its cloud does not answer.
 */
export function offeredCloudReader(deps: Deps, baseImageName: string): (offeringUuid: Uuid) => Promise<OfferedCloud> {
  const asked = new Map<Uuid, ReturnType<typeof readFacts>>();
  return async (offeringUuid) => {
    const offering = await deps.store.offerings.find(offeringUuid);
    if (!offering || !isTenantOffering(offering)) throw noObject('openstack_offering_uuid_list');
    const { uuid, slug, name, settingsUuid, pluginOptions } = offering;
    const reading = asked.get(settingsUuid) ?? readFacts(deps, settingsUuid);
    asked.set(settingsUuid, reading);
    return {
      offeringUuid: uuid,
      slug,
      name,
      settingsUuid,
      storageMode: pluginOptions.storage_mode,
      availabilityZone: pluginOptions.availability_zone,
      imageName: pluginOptions.image_name ?? baseImageName,
      externalNetworkId: pluginOptions.external_network_id,
      ...(await reading),
    };
  };
}

/** Reads the chosen clouds at the same time. The result is in the order of `offeringUuids`. */
export function readOfferedClouds(
  deps: Deps,
  offeringUuids: readonly Uuid[],
  baseImageName: string,
): Promise<OfferedCloud[]> {
  return Promise.all(offeringUuids.map(offeredCloudReader(deps, baseImageName)));
}
