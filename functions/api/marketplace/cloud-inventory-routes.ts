import { getVisible } from '#shared/app/_core/get-visible';
import {
  availabilityZones,
  externalNetworks,
  flavors,
  images,
  volumeTypes,
} from '#shared/contracts/rest/infrastructure/tenant-inventory';
import { isOfferedTo, isTenantOffering, type Offering, type TenantOffering } from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermittedSomewhere } from '#shared/domain/organizations/permission';
import type { OpenStackSessions } from '#shared/ports/openstack-sessions';
import type { Store } from '#shared/ports/store';
import type { Call, Routes } from '../_http/router.ts';
import { inventoryRoutes } from '../infrastructure/inventory-routes.ts';

type Deps = { store: Pick<Store, 'offerings'>; openstack: Pick<OpenStackSessions, 'admin'> };

const openCloudFor =
  (caller: Caller) =>
  (offering: Offering): offering is TenantOffering =>
    isTenantOffering(offering) && offering.state === 'Active' && isOfferedTo(caller, offering);

/** What the cloud of an offering has, for users who may order clusters in it. */
export function cloudInventoryRoutes({ store, openstack }: Deps): Routes {
  const open = async ({ params, caller }: Call) => {
    const cloud = openCloudFor(caller);
    const { uuid, settingsUuid } = await getVisible(store.offerings, 'Offering', params.uuid ?? '', cloud);
    assertPermittedSomewhere(caller, 'cloud.see');
    const place = { collection: 'marketplace-public-offerings' as const, uuid, settingsUuid };
    return { place, session: await openstack.admin(settingsUuid) };
  };
  return {
    ...inventoryRoutes(open, 'flavors', { ...flavors, list: (cloud) => cloud.listFlavors() }),
    ...inventoryRoutes(open, 'images', { ...images, list: (cloud) => cloud.listImages() }),
    ...inventoryRoutes(open, 'volume_types', { ...volumeTypes, list: (cloud) => cloud.listVolumeTypes() }),
    ...inventoryRoutes(open, 'external_networks', {
      ...externalNetworks,
      list: (cloud) => cloud.listExternalNetworks(),
    }),
    ...inventoryRoutes(open, 'availability_zones', {
      ...availabilityZones,
      list: async (cloud) => (await cloud.listAvailabilityZones()).map((name) => ({ id: name, name })),
    }),
  };
}
