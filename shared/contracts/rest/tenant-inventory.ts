import { z } from 'zod';
import type { Flavor, Image, SecurityGroup, Subnet, VolumeType } from '../../domain/cloud-facts.ts';
import { type OpenStackKind, openstackUuid } from '../../domain/identifier.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Link } from './link.ts';
import type { FilterTable } from './listing.ts';
import type { Operations } from './operation.ts';

const thing = z.object({ url: z.string(), uuid: z.string(), name: z.string(), backend_id: z.string() });
type Thing = z.infer<typeof thing>;

/** Things of a tenant are read live; their uuids are ours, made from the cloud's ids (design decision 19). */
export type Inventory<T> = {
  kind: OpenStackKind;
  schema: z.ZodType<Thing>;
  view: (base: Thing, item: T) => Thing & Record<string, unknown>;
};

export function viewThing<T extends { id: string; name: string }>(
  link: Link,
  { tenant, path, of: { kind, view } }: { tenant: Tenant; path: string; of: Inventory<T> },
  item: T,
): Thing {
  const uuid = openstackUuid(tenant.settingsUuid, kind, item.id);
  const url = link('openstack-tenants', tenant.uuid, `${path}/${uuid}/`);
  return view({ url, uuid, name: item.name, backend_id: item.id }, item);
}

/** Sizes in MB, as everywhere in this API. */
export const flavors: Inventory<Flavor> = {
  kind: 'flavor',
  schema: thing.extend({ cores: z.int(), ram: z.int(), disk: z.int() }),
  view: (base, { vcpus, ramMb, diskGb }) => ({ ...base, cores: vcpus, ram: ramMb, disk: diskGb * 1024 }),
};
export const images: Inventory<Image> = {
  kind: 'image',
  schema: thing.extend({ min_disk: z.int(), min_ram: z.int() }),
  view: (base, { minDiskGb, minRamMb }) => ({ ...base, min_disk: minDiskGb * 1024, min_ram: minRamMb }),
};
export const subnets: Inventory<Subnet> = {
  kind: 'subnet',
  schema: thing.extend({ cidr: z.string(), gateway_ip: z.string().nullable(), network_backend_id: z.string() }),
  view: (base, { cidr, gatewayIp, networkId }) => ({
    ...base,
    cidr,
    gateway_ip: gatewayIp,
    network_backend_id: networkId,
  }),
};
export const volumeTypes: Inventory<VolumeType> = { kind: 'volume-type', schema: thing, view: (base) => base };
export const securityGroups: Inventory<SecurityGroup> = {
  kind: 'security-group',
  schema: thing.extend({ description: z.string() }),
  view: (base, { description }) => ({ ...base, description }),
};

export const thingFilters: FilterTable<Thing> = {
  contains: { name: ({ name }) => name },
  equals: { name_exact: ({ name }) => name, backend_id: ({ backend_id }) => backend_id },
};

const READ_LIVE = 'Read from the cloud at this moment.';
const operationsOf = (path: string, schema: z.ZodType<Thing>, id: string): Operations => {
  const named = schema.meta({ id });
  return {
    [`GET /{uuid}/${path}/`]: {
      summary: `List the ${path.replace('-', ' ')} of a tenant`,
      description: READ_LIVE,
      listing: { filters: thingFilters, schema: named },
      refuses: [502],
    },
    [`GET /{uuid}/${path}/{thing}/`]: {
      summary: `Show one of the ${path.replace('-', ' ')} of a tenant`,
      description: READ_LIVE,
      reply: named,
      refuses: [502],
    },
  };
};
export const inventoryOperations: Operations = {
  ...operationsOf('flavors', flavors.schema, 'Flavor'),
  ...operationsOf('images', images.schema, 'Image'),
  ...operationsOf('subnets', subnets.schema, 'Subnet'),
  ...operationsOf('volume-types', volumeTypes.schema, 'VolumeType'),
  ...operationsOf('security-groups', securityGroups.schema, 'SecurityGroup'),
};
