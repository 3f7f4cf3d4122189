import { z } from 'zod';
import type { Flavor, Image, VolumeType } from '#shared/domain/planning/cloud-facts';
import type { Listing } from '../_core/listing.ts';
import type { RestResource } from '../_core/operation.ts';
import { flavorFilters } from './flavor-filters.ts';
import { type OpenStackCollection, openstackOperations } from './openstack-collection.ts';
import {
  cloudThing,
  cloudThingFilters,
  cloudThingPlaces,
  type FoundRow,
  nameOrdering,
  viewCloudThing,
} from './openstack-rows.ts';

/** The size of a flavor's disk in MB, like all sizes in this API. */
const diskOf = ({ thing }: FoundRow<Flavor>): number => thing.diskGb * 1024;
const flavorView = cloudThing
  .extend({ cores: z.int(), ram: z.int(), disk: z.int(), display_name: z.string() })
  .meta({ id: 'OpenStackFlavor' });
/** The number as text of a fixed length, so that sorting the texts also sorts the numbers. */
const padded = (number: number): string => String(number).padStart(15, '0');
const sizes = {
  cores: ({ thing }: FoundRow<Flavor>) => thing.vcpus,
  ram: ({ thing }: FoundRow<Flavor>) => thing.ramMb,
  disk: diskOf,
};
const flavorListing: Listing<FoundRow<Flavor>, z.infer<typeof flavorView>> = {
  filters: {
    ...cloudThingFilters,
    own: flavorFilters,
    numbers: Object.fromEntries(
      Object.entries(sizes).flatMap(([name, of]) => [
        [name, { is: 'on' as const, of }],
        [`${name}__gte`, { is: 'from' as const, of }],
        [`${name}__lte`, { is: 'until' as const, of }],
      ]),
    ),
  },
  orderings: {
    ...nameOrdering,
    cores: (row) => padded(sizes.cores(row)),
    ram: (row) => padded(sizes.ram(row)),
    disk: (row) => padded(sizes.disk(row)),
  },
  schema: flavorView,
  view: (link, row) => ({
    ...viewCloudThing(link, row),
    url: link('openstack-flavors', row.thing.uuid),
    cores: row.thing.vcpus,
    ram: row.thing.ramMb,
    disk: diskOf(row),
    display_name: row.thing.name,
  }),
};

const imageView = cloudThing
  .extend({ min_disk: z.int(), min_ram: z.int(), is_rescue_image: z.boolean() })
  .meta({ id: 'OpenStackImage' });
const isRescue = ({ thing }: FoundRow<Image>): boolean => thing.isRescue === true;
const imageListing: Listing<FoundRow<Image>, z.infer<typeof imageView>> = {
  filters: {
    ...cloudThingFilters,
    flags: { is_rescue_image: isRescue },
    accepted: ['show_duplicate_names'],
  },
  orderings: nameOrdering,
  schema: imageView,
  view: (link, row) => ({
    ...viewCloudThing(link, row),
    url: link('openstack-images', row.thing.uuid),
    min_disk: row.thing.minDiskGb * 1024,
    min_ram: row.thing.minRamMb,
    is_rescue_image: isRescue(row),
  }),
};

const volumeTypeView = cloudThing.meta({ id: 'OpenStackVolumeType' });
const volumeTypeListing: Listing<FoundRow<VolumeType>, z.infer<typeof volumeTypeView>> = {
  filters: cloudThingFilters,
  orderings: nameOrdering,
  schema: volumeTypeView,
  view: (link, row) => ({ ...viewCloudThing(link, row), url: link('openstack-volume-types', row.thing.uuid) }),
};

/**
 * Properties of collections of objects that belong to a cloud. Several tenants of a cloud can use the same object. A
 * list has each object only once, not once for each tenant.
 */
const ofCloud = { places: cloudThingPlaces } as const;
export const openstackFlavors: OpenStackCollection<Flavor, z.infer<typeof flavorView>> = {
  ...ofCloud,
  kind: 'flavor',
  listing: flavorListing,
};
export const openstackImages: OpenStackCollection<Image, z.infer<typeof imageView>> = {
  ...ofCloud,
  kind: 'image',
  listing: imageListing,
};
export const openstackVolumeTypes: OpenStackCollection<VolumeType, z.infer<typeof volumeTypeView>> = {
  ...ofCloud,
  kind: 'volume-type',
  listing: volumeTypeListing,
};

const flavorOperations = openstackOperations(openstackFlavors, 'flavors');
const imageOperations = openstackOperations(openstackImages, 'images');
const volumeTypeOperations = openstackOperations(openstackVolumeTypes, 'volume types');

export const openstackFlavorsResource: RestResource = {
  group: 'Customers',
  is: 'Flavors that tenants can use. Read from their clouds.',
  operations: flavorOperations,
};

export const openstackImagesResource: RestResource = {
  group: 'Customers',
  is: 'Images that tenants can use. Read from their clouds.',
  operations: imageOperations,
};

export const openstackVolumeTypesResource: RestResource = {
  group: 'Customers',
  is: 'Volume types that tenants can use. Read from their clouds.',
  operations: volumeTypeOperations,
};
