import { z } from 'zod';
import { openstackUuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { SecurityGroup, Subnet } from '#shared/domain/planning/cloud-facts';
import { alwaysOk, anyOf } from '../_core/common-filters.ts';
import type { FilterTable, Listing } from '../_core/listing.ts';
import type { RestResource } from '../_core/operation.ts';
import { type OpenStackCollection, openstackOperations } from './openstack-collection.ts';
import {
  type CloudRow,
  type FoundRow,
  nameOrdering,
  tenantThing,
  tenantThingFilters,
  tenantThingPlaces,
  viewTenantThing,
} from './openstack-rows.ts';
import { rancherClusterOf, rancherClusterView } from './tenant-instances.ts';

const okAlways = { state: z.literal('OK') };
type Described = { id: string; name: string; description: string };
const described = {
  ...tenantThingFilters,
  contains: { ...tenantThingFilters.contains, description: ({ thing }: CloudRow<Described>) => thing.description },
  choices: { state: alwaysOk },
  nothing: [...tenantThingFilters.nothing, 'external_ip'],
} as const satisfies FilterTable<CloudRow<Described>>;
/**
 * Filters of networks. Paddock lists only a tenant's own networks, and no networks that other tenants share. So every
 * listed network matches `direct_only`, and none matches `rbac_only`.
 */
const own = { direct_only: () => true, rbac_only: () => false };

const networkUuid = ({ settingsUuid, thing }: FoundRow<Subnet>) =>
  openstackUuid(settingsUuid, 'network', thing.networkId);
const subnetView = tenantThing
  .extend({
    ...okAlways,
    resource_type: z.literal('OpenStack.SubNet'),
    network: z.string(),
    network_uuid: z.string(),
    cidr: z.string(),
    gateway_ip: z.string().nullable(),
    disable_gateway: z.boolean(),
    ip_version: z.literal([4, 6]),
    allocation_pools: z.array(z.object({ start: z.string(), end: z.string() })),
  })
  .meta({ id: 'OpenStackSubNet' });
const ipVersion = ({ thing }: FoundRow<Subnet>) => (thing.cidr.includes(':') ? 6 : 4);
const subnetListing: Listing<FoundRow<Subnet>, z.infer<typeof subnetView>> = {
  filters: {
    ...tenantThingFilters,
    uuids: { ...tenantThingFilters.uuids, network: networkUuid, network_uuid: networkUuid },
    choices: { state: alwaysOk },
    flags: { ...tenantThingFilters.flags, ...own },
    numbers: { ip_version: { is: 'on', of: ipVersion } },
    nothing: [...tenantThingFilters.nothing, 'external_ip', 'description'],
  },
  orderings: nameOrdering,
  schema: subnetView,
  view: (link, row) => ({
    ...viewTenantThing(link, row),
    url: link('openstack-subnets', row.thing.uuid),
    state: 'OK',
    resource_type: 'OpenStack.SubNet',
    network: link('openstack-networks', networkUuid(row)),
    network_uuid: networkUuid(row),
    cidr: row.thing.cidr,
    gateway_ip: row.thing.gatewayIp,
    disable_gateway: row.thing.gatewayIp === null,
    ip_version: ipVersion(row),
    allocation_pools: [...row.thing.pools],
  }),
};

type Network = Described;
const networkView = tenantThing
  .extend({ ...okAlways, resource_type: z.literal('OpenStack.Network'), description: z.string() })
  .meta({ id: 'OpenStackNetwork' });
const networkListing: Listing<FoundRow<Network>, z.infer<typeof networkView>> = {
  filters: { ...described, flags: { ...described.flags, ...own } },
  orderings: nameOrdering,
  schema: networkView,
  view: (link, row) => ({
    ...viewTenantThing(link, row),
    url: link('openstack-networks', row.thing.uuid),
    state: 'OK',
    resource_type: 'OpenStack.Network',
    description: row.thing.description,
  }),
};

const groupView = tenantThing
  .extend({ ...okAlways, resource_type: z.literal('OpenStack.SecurityGroup'), description: z.string() })
  .meta({ id: 'OpenStackSecurityGroup' });
const groupListing: Listing<FoundRow<SecurityGroup>, z.infer<typeof groupView>> = {
  filters: {
    ...described,
    contains: { ...described.contains, query: ({ thing }) => `${thing.name}\n${thing.description}` },
  },
  orderings: nameOrdering,
  schema: groupView,
  view: (link, row) => ({
    ...viewTenantThing(link, row),
    url: link('openstack-security-groups', row.thing.uuid),
    state: 'OK',
    resource_type: 'OpenStack.SecurityGroup',
    description: row.thing.description,
  }),
};

/**
 * A machine as Nova shows it. If the machine is a node and the caller is allowed to see its cluster, `cluster` is set.
 */
export type CloudMachine = { id: string; name: string; status: string; addresses: string[]; cluster?: Cluster };
const STATES: Readonly<Record<string, 'CREATING' | 'ERRED'>> = { BUILD: 'CREATING', ERROR: 'ERRED' };
const stateOf = ({ thing }: CloudRow<CloudMachine>) => STATES[thing.status] ?? 'OK';
const machineView = tenantThing
  .extend({
    state: z.enum(['CREATING', 'OK', 'ERRED']),
    resource_type: z.literal('OpenStack.Instance'),
    /** The machine's status in Nova. */
    runtime_state: z.string().meta({ examples: ['ACTIVE'] }),
    addresses: z.array(z.string()),
    rancher_cluster: rancherClusterView.nullable(),
  })
  .meta({ id: 'OpenStackMachine' });
const machineListing: Listing<FoundRow<CloudMachine>, z.infer<typeof machineView>> = {
  filters: {
    ...tenantThingFilters,
    contains: {
      ...tenantThingFilters.contains,
      query: anyOf<FoundRow<CloudMachine>>(
        ({ thing }) => thing.name,
        ({ thing }) => thing.addresses.join('\n'),
      ),
    },
    oneOf: { runtime_state: ({ thing }) => thing.status },
    choices: { state: { values: alwaysOk.values, of: stateOf } },
    nothing: [...tenantThingFilters.nothing, 'description'],
  },
  orderings: nameOrdering,
  schema: machineView,
  view: (link, row) => ({
    ...viewTenantThing(link, row),
    url: link('openstack-instances', row.thing.uuid),
    state: stateOf(row),
    resource_type: 'OpenStack.Instance',
    runtime_state: row.thing.status,
    addresses: row.thing.addresses,
    rancher_cluster: rancherClusterOf(row.thing.cluster),
  }),
};

const places = tenantThingPlaces;
export const openstackSubnets: OpenStackCollection<Subnet, z.infer<typeof subnetView>> = {
  places,
  kind: 'subnet',
  listing: subnetListing,
};
export const openstackNetworks: OpenStackCollection<Network, z.infer<typeof networkView>> = {
  places,
  kind: 'network',
  listing: networkListing,
};
export const openstackSecurityGroups: OpenStackCollection<SecurityGroup, z.infer<typeof groupView>> = {
  places,
  kind: 'security-group',
  listing: groupListing,
};
export const openstackInstances: OpenStackCollection<CloudMachine, z.infer<typeof machineView>> = {
  places,
  kind: 'instance',
  listing: machineListing,
};

const subnetOperations = openstackOperations(openstackSubnets, 'subnets');
const networkOperations = openstackOperations(openstackNetworks, 'networks');
const tenantGroupOperations = openstackOperations(openstackSecurityGroups, 'security groups');
const machineOperations = openstackOperations(openstackInstances, 'machines');

export const openstackNetworksResource: RestResource = {
  group: 'Customers',
  is: 'Networks of tenants. Read from their clouds.',
  operations: networkOperations,
};

export const openstackSubnetsResource: RestResource = {
  group: 'Customers',
  is: 'Subnets of tenants, which orders name. Read from their clouds.',
  operations: subnetOperations,
};

export const openstackSecurityGroupsResource: RestResource = {
  group: 'Customers',
  is: 'Security groups of tenants, which orders can name. Read from their clouds.',
  operations: tenantGroupOperations,
};

export const openstackInstancesResource: RestResource = {
  group: 'Customers',
  is: 'Machines of tenants, and the cluster of each. Read from their clouds.',
  operations: machineOperations,
};
