import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { neutronRefusal } from '../refusal.ts';
import { contains, isAddress, poolRange, type Range, rangeOf, toAddress } from './addresses.ts';
import type { Collection } from './collection.ts';
import { type Context, notFound, requirePolicy, standardRow } from './context.ts';
import { isShared } from './rbac-policies.ts';
import type { Network, Pool, Subnet } from './rows.ts';

const pool = z.object({ start: z.string(), end: z.string() });
const route = z.object({ destination: z.string(), nexthop: z.string() });
const settings = {
  name: z.string().max(255).optional(),
  description: z.string().max(255).optional(),
  gateway_ip: z.string().nullish(),
  allocation_pools: z.array(pool).optional(),
  dns_nameservers: z.array(z.string()).optional(),
  host_routes: z.array(route).optional(),
  enable_dhcp: z.boolean().optional(),
};
const create = z.strictObject({
  ...settings,
  network_id: z.string(),
  cidr: z.string().optional(),
  // The simulator knows IPv4 only.
  ip_version: z.literal(4),
  project_id: z.string().optional(),
});
const change = z.strictObject(settings);

export const subnets: Collection<Subnet, z.infer<typeof create>, z.infer<typeof change>> = {
  one: 'subnet',
  many: 'subnets',
  kind: 'Subnet',
  rows: ({ neutron }) => neutron.subnets,
  create,
  change,
  isPublic(context, row) {
    const network = context.cloud.neutron.networks.get(row.network_id);
    return network !== undefined && isShared(context, network);
  },
  make(context, given) {
    const network = networkFor(context, given.network_id);
    const range = freeRange(context.cloud, network, given.cidr);
    const gateway = given.gateway_ip === undefined ? toAddress(range.first + 1) : given.gateway_ip;
    const row: Subnet = {
      ...standardRow(context, given),
      ...{ network_id: network.id, ip_version: 4, cidr: given.cidr ?? '', gateway_ip: gateway },
      allocation_pools: checkedPools(range, gateway, given.allocation_pools ?? defaultPools(range, gateway)),
      ...{ dns_nameservers: given.dns_nameservers ?? [], host_routes: given.host_routes ?? [] },
      enable_dhcp: given.enable_dhcp ?? true,
    };
    context.cloud.neutron.subnets.set(row.id, row);
    return row;
  },
  apply(_context, row, given) {
    const range = rangeOf(row.cidr);
    const gateway = given.gateway_ip === undefined ? row.gateway_ip : given.gateway_ip;
    if (range) checkedPools(range, gateway, given.allocation_pools ?? row.allocation_pools);
    Object.assign(row, given);
  },
  remove({ cloud: { neutron } }, { id }) {
    const used = [...neutron.ports.values()].some(({ fixed_ips }) =>
      fixed_ips.some(({ subnet_id }) => subnet_id === id),
    );
    if (used) {
      const why = 'One or more ports have an IP allocation from this subnet.';
      throw neutronRefusal(409, 'SubnetInUse', `Unable to complete operation on subnet ${id}: ${why}`);
    }
    neutron.subnets.delete(id);
  },
  view: (_context, row) => ({ ...row, ...fixedColumns }),
};

const fixedColumns = {
  ...{ ipv6_address_mode: null, ipv6_ra_mode: null, subnetpool_id: null, segment_id: null },
  ...{ service_types: [], dns_publish_fixed_ip: false },
};

function networkFor({ cloud, caller }: Context, id: string): Network {
  const network = cloud.neutron.networks.get(id);
  const own = network && (caller.admin || network.project_id === caller.projectId);
  if (!network || (!own && !network.shared && !network['router:external'])) throw notFound('Network', id);
  requirePolicy(own === true, 'create_subnet');
  return network;
}

/** @throws Refusal 400 for no prefix, or one that overlaps another of the same network */
function freeRange({ neutron }: Cloud, network: Network, cidr = ''): Range {
  const range = rangeOf(cidr);
  if (!range) {
    const why = cidr ? `'${cidr}' is not a valid IP subnet` : 'a subnetpool must be specified in the absence of a cidr';
    throw neutronRefusal(400, 'BadRequest', `Bad subnets request: ${why}.`);
  }
  for (const other of neutron.subnets.values()) {
    const theirs = other.network_id === network.id ? rangeOf(other.cidr) : undefined;
    if (!theirs || theirs.last < range.first || theirs.first > range.last) continue;
    const message = `Requested subnet with cidr: ${cidr} for network: ${network.id} overlaps with another subnet.`;
    throw neutronRefusal(400, 'InvalidInput', `Invalid input for operation: ${message}.`);
  }
  return range;
}

/** All but network, gateway and broadcast; a gateway in the middle splits the rest in two. */
function defaultPools({ first, last }: Range, gateway: string | null): Pool[] {
  const middle = gateway && contains({ first, last }, gateway) ? gateway : undefined;
  const cut = middle === undefined ? first : poolRange({ start: middle, end: middle }).first;
  const parts = [
    { from: first + 1, to: cut - 1 },
    { from: cut + 1, to: last - 1 },
  ];
  return parts
    .filter(({ from, to }) => from <= to)
    .map(({ from, to }) => ({ start: toAddress(from), end: toAddress(to) }));
}

function checkedPools(range: Range, gateway: string | null, pools: Pool[]): Pool[] {
  for (const one of pools) {
    const text = `${one.start}-${one.end}`;
    if (!isAddress(one.start) || !isAddress(one.end) || poolRange(one).first > poolRange(one).last) {
      throw neutronRefusal(400, 'InvalidAllocationPool', `The allocation pool ${text} is not valid.`);
    }
    if (poolRange(one).first <= range.first || poolRange(one).last >= range.last) {
      const message = `The allocation pool ${text} spans beyond the subnet cidr.`;
      throw neutronRefusal(400, 'OutOfBoundsAllocationPool', message);
    }
    if (gateway !== null && contains(poolRange(one), gateway)) {
      const message = `Gateway ip ${gateway} conflicts with allocation pool ${text}.`;
      throw neutronRefusal(409, 'GatewayConflictWithAllocationPools', message);
    }
  }
  return pools;
}
