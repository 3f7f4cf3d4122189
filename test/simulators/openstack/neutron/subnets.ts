import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { neutronRefusal } from '../refusal.ts';
import { contains, isAddress, poolRange, type Range, rangeOf, toAddress } from './addresses.ts';
import type { Collection } from './collection.ts';
import { type Context, notFound, requirePolicy, standardRow } from './context.ts';
import { isShared } from './rbac-policies.ts';
import type { Network, Pool, Subnet } from './rows.ts';
import { notSimulated } from './unplayed-paths.ts';
import { flag, hostRoutes, ipAddress, uuid } from './values.ts';

const pool = z.object({ start: z.string(), end: z.string() });
const nameservers = z.array(z.string()).superRefine((addresses, problems) => {
  const wrong = addresses.find((one) => !ipAddress.safeParse(one).success);
  const twice = addresses.find((one, at) => addresses.indexOf(one) < at);
  if (wrong !== undefined) {
    problems.addIssue({
      code: 'custom',
      message: `'${wrong}' is not a valid nameserver. '${wrong}' is not a valid IP address`,
    });
  } else if (twice !== undefined) problems.addIssue({ code: 'custom', message: `Duplicate nameserver '${twice}'` });
});
const settings = {
  name: z.string().max(255).optional(),
  description: z.string().max(255).optional(),
  gateway_ip: ipAddress.nullish(),
  allocation_pools: z.array(pool).optional(),
  dns_nameservers: nameservers.optional(),
  host_routes: hostRoutes.optional(),
  enable_dhcp: flag.optional(),
};
const create = z.strictObject({
  ...settings,
  network_id: uuid,
  cidr: z.string().nullish(),
  ip_version: z.union([z.literal([4, 6]), z.enum(['4', '6']).transform(Number)]),
  subnetpool_id: z.string().nullish(),
  prefixlen: z.null().optional(),
  segment_id: z.null().optional(),
  service_types: z.array(z.never()).optional(),
  dns_publish_fixed_ip: z.literal(false).optional(),
  use_default_subnetpool: z.literal(false).optional(),
  ipv6_ra_mode: z.string().nullish(),
  ipv6_address_mode: z.string().nullish(),
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
    requirePlayed(given);
    const { ip_version: _four, cidr = '' } = given;
    const range = freeRange(context.cloud, network, cidr ?? '');
    const gateway = given.gateway_ip === undefined ? toAddress(range.first + 1) : given.gateway_ip;
    const row: Subnet = {
      ...standardRow(context, given),
      ...{ network_id: network.id, ip_version: 4, cidr: networkOf(cidr ?? '', range), gateway_ip: gateway },
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

/** @throws Refusal 501 for IPv6 and subnet pools, 400 for attributes that IPv4 does not have */
function requirePlayed({ ip_version, subnetpool_id, ipv6_ra_mode, ipv6_address_mode }: z.infer<typeof create>): void {
  if (Number(ip_version) === 6) throw notSimulated('subnets of IP version 6');
  if (subnetpool_id) throw notSimulated('subnet pools');
  if (!ipv6_ra_mode && !ipv6_address_mode) return;
  const message = 'Invalid input for operation: ipv6_ra_mode and ipv6_address_mode can only be set for IPv6.';
  throw neutronRefusal(400, 'InvalidInput', message);
}

/** A prefix without its host bits. */
const networkOf = (cidr: string, { first }: Range): string => `${toAddress(first)}/${cidr.split('/')[1]}`;

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

/** @throws Refusal 400 for an invalid prefix, or one that overlaps another prefix of the same network */
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

/**
 * All addresses except the network address, the gateway and the broadcast address. A gateway in the middle splits the
 * range in two.
 */
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
