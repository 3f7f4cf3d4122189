import type { Uuid } from '../domain/identifier.ts';
import type { OfferedCloud } from '../domain/managed/offered-cloud.ts';
import { isTenantOffering, type TenantOffering } from '../domain/offering.ts';
import { noObject } from '../errors.ts';
import type { OpenStackSessions } from '../ports/openstack-sessions.ts';
import type { Store } from '../ports/store.ts';

type Deps = { store: Pick<Store, 'offerings'>; openstack: Pick<OpenStackSessions, 'admin'> };

async function readCloud({ openstack }: Deps, offering: TenantOffering, baseImageName: string): Promise<OfferedCloud> {
  const { uuid, slug, name, settingsUuid, pluginOptions } = offering;
  const admin = await openstack.admin(settingsUuid);
  const [flavors, images, volumeTypes, defaultVolumeType, externalNetworks] = await Promise.all([
    admin.listFlavors(),
    admin.listImages(),
    admin.listVolumeTypes(),
    admin.defaultVolumeType(),
    admin.listExternalNetworks(),
  ]);
  return {
    offeringUuid: uuid,
    slug,
    name,
    settingsUuid,
    storageMode: pluginOptions.storage_mode,
    availabilityZone: pluginOptions.availability_zone,
    imageName: pluginOptions.image_name ?? baseImageName,
    externalNetworkId: pluginOptions.external_network_id,
    ...{ flavors, images, volumeTypes, defaultVolumeType, externalNetworks },
  };
}

/**
 * What the chosen clouds offer at this moment, in the order they are named; each is read once, all at the same time. Throws Invalid
 * for one that is not there, Backend* errors when a cloud cannot be asked.
 */
export async function readOfferedClouds(
  deps: Deps,
  offeringUuids: readonly Uuid[],
  baseImageName: string,
): Promise<OfferedCloud[]> {
  const offerings = await Promise.all(offeringUuids.map((uuid) => deps.store.offerings.find(uuid)));
  return Promise.all(
    offerings.map((offering) => {
      if (!offering || !isTenantOffering(offering)) throw noObject('openstack_offering_uuid_list');
      return readCloud(deps, offering, baseImageName);
    }),
  );
}
