import { z } from 'zod';
import { type OpenStackKind, openstackUuid, type Uuid } from '#shared/domain/_core/identifier';
import type { ExternalNetwork } from '#shared/domain/infrastructure/offered-cloud';
import type { Flavor, Image, SecurityGroup, Subnet, VolumeType } from '#shared/domain/planning/cloud-facts';
import type { Collection } from '../_core/collections.ts';
import type { FilterTable, Link, Listing } from '../_core/listing.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { flavorFilters } from './flavor-filters.ts';

const thing = z.object({ url: z.string(), uuid: z.string(), name: z.string(), backend_id: z.string() });
type Thing = z.infer<typeof thing>;

/**
 * Describes one kind of OpenStack objects, such as volumes. The API lists these objects for a tenant or a cloud.
 * Paddock reads the objects live, and derives their uuids from the cloud's ids
 * (docs/spec/design.md#ids-of-things-in-openstack).
 */
export type Inventory<T> = {
  kind: OpenStackKind;
  schema: z.ZodType<Thing>;
  view: (base: Thing, item: T) => Thing & Record<string, unknown>;
  /** Filters that the route itself reads. */
  own?: FilterTable<Thing>['own'];
};

/** The tenant or cloud whose objects are listed. `settingsUuid` is the uuid of the cloud's service settings. */
export type InventoryPlace = { collection: Collection; uuid: Uuid; settingsUuid: Uuid };

export function viewThing<T extends { id: string; name: string }>(
  link: Link,
  { place, path, of: { kind, view } }: { place: InventoryPlace; path: string; of: Inventory<T> },
  item: T,
): Thing {
  const uuid = openstackUuid(place.settingsUuid, kind, item.id);
  const url = link(place.collection, place.uuid, `${path}/${uuid}/`);
  return view({ url, uuid, name: item.name, backend_id: item.id }, item);
}

/** Sizes are in MB, as everywhere in this API. */
export const flavors: Inventory<Flavor> = {
  kind: 'flavor',
  schema: thing.extend({ cores: z.int(), ram: z.int(), disk: z.int() }).meta({ id: 'Flavor' }),
  view: (base, { vcpus, ramMb, diskGb }) => ({ ...base, cores: vcpus, ram: ramMb, disk: diskGb * 1024 }),
  own: flavorFilters,
};
export const images: Inventory<Image> = {
  kind: 'image',
  schema: thing.extend({ min_disk: z.int(), min_ram: z.int() }).meta({ id: 'Image' }),
  view: (base, { minDiskGb, minRamMb }) => ({ ...base, min_disk: minDiskGb * 1024, min_ram: minRamMb }),
};
export const subnets: Inventory<Subnet> = {
  kind: 'subnet',
  schema: thing
    .extend({ cidr: z.string(), gateway_ip: z.string().nullable(), network_backend_id: z.string() })
    .meta({ id: 'Subnet' }),
  view: (base, { cidr, gatewayIp, networkId }) => ({
    ...base,
    cidr,
    gateway_ip: gatewayIp,
    network_backend_id: networkId,
  }),
};
const plain = (kind: OpenStackKind, id: string) => ({ kind, schema: thing.meta({ id }), view: (base: Thing) => base });
export const volumeTypes: Inventory<VolumeType> = plain('volume-type', 'VolumeType');
export const externalNetworks: Inventory<ExternalNetwork> = plain('external-network', 'ExternalNetwork');
/** A zone has no id in the cloud, so its name is used as the id. */
export const availabilityZones: Inventory<{ id: string; name: string }> = plain(
  'availability-zone',
  'AvailabilityZone',
);
export const securityGroups: Inventory<SecurityGroup> = {
  kind: 'security-group',
  schema: thing.extend({ description: z.string() }).meta({ id: 'SecurityGroup' }),
  view: (base, { description }) => ({ ...base, description }),
};

export const thingFilters: FilterTable<Thing> = {
  contains: { name: ({ name }) => name },
  equals: { name_exact: ({ name }) => name, backend_id: ({ backend_id }) => backend_id },
};

export const thingOrderings = { name: ({ name }: Thing) => name };

export const inventoryListing = ({
  schema,
  own = {},
}: Pick<Inventory<never>, 'schema' | 'own'>): Listing<Thing, Thing> => ({
  filters: { ...thingFilters, own },
  orderings: thingOrderings,
  schema,
  view: (_link, thing) => thing,
});

const READ_LIVE = 'Read live from the cloud.';
const operationsOf = (
  path: string,
  { schema, own }: Pick<Inventory<never>, 'schema' | 'own'>,
  place: 'tenant' | 'cloud',
): ApiOperations => ({
  [`GET /{uuid}/${path}/`]: {
    summary: `List the ${path.replace(/[-_]/, ' ')} of a ${place}`,
    description: READ_LIVE,
    listing: inventoryListing({ schema, own }),
    refuses: [502],
    rule: `${place}.see`,
  },
  [`GET /{uuid}/${path}/{thing}/`]: {
    summary: `Show one ${path.replace(/[-_]/, ' ').replace(/s$/, '')} of a ${place}`,
    description: READ_LIVE,
    reply: schema,
    refuses: [502],
    rule: `${place}.see`,
  },
});
export const inventoryOperations: ApiOperations = {
  ...operationsOf('flavors', flavors, 'tenant'),
  ...operationsOf('images', images, 'tenant'),
  ...operationsOf('subnets', subnets, 'tenant'),
  ...operationsOf('volume-types', volumeTypes, 'tenant'),
  ...operationsOf('security-groups', securityGroups, 'tenant'),
};
/** Lists of objects that all tenants of a cloud can use. The caller needs a role in some project or customer. */
export const cloudInventoryOperations: ApiOperations = {
  ...operationsOf('flavors', flavors, 'cloud'),
  ...operationsOf('images', images, 'cloud'),
  ...operationsOf('volume_types', volumeTypes, 'cloud'),
  ...operationsOf('external_networks', externalNetworks, 'cloud'),
  ...operationsOf('availability_zones', availabilityZones, 'cloud'),
};
