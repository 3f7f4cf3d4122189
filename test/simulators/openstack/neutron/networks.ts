import { z } from 'zod';
import { neutronRefusal } from '../refusal.ts';
import type { Collection } from './collection.ts';
import { type Context, standardRow } from './context.ts';
import { dropPoliciesOf, isShared } from './rbac-policies.ts';
import type { Network } from './rows.ts';
import { ensureDefaultGroup } from './security-groups.ts';
import { flag } from './values.ts';

const settings = {
  name: z.string().max(255).optional(),
  description: z.string().max(255).optional(),
  admin_state_up: flag.optional(),
  shared: flag.optional(),
  'router:external': flag.optional(),
  mtu: z.coerce.number().int().min(0).optional(),
  port_security_enabled: flag.optional(),
};
const create = z.strictObject({
  ...settings,
  project_id: z.string().optional(),
  'provider:network_type': z.string().optional(),
  availability_zone_hints: z.array(z.never()).optional(),
  'provider:physical_network': z.string().nullish(),
  'provider:segmentation_id': z.preprocess(
    (given) => (typeof given === 'string' ? Number(given) : given),
    z.int().nullish(),
  ),
});
const change = z.strictObject(settings);
const providerFields = ['provider:network_type', 'provider:physical_network', 'provider:segmentation_id'];

export const networks: Collection<Network, z.infer<typeof create>, z.infer<typeof change>> = {
  one: 'network',
  many: 'networks',
  kind: 'Network',
  rows: ({ neutron }) => neutron.networks,
  create,
  change,
  adminOnly: [...providerFields, 'shared', 'router:external'],
  isPublic: (context, row) => row['router:external'] || isShared(context, row),
  make(context, given) {
    requireType(given['provider:network_type']);
    const row: Network = {
      ...standardRow(context, given),
      ...{ admin_state_up: given.admin_state_up ?? true, shared: given.shared ?? false, mtu: given.mtu ?? 1450 },
      ...{ 'router:external': given['router:external'] ?? false },
      ...{ port_security_enabled: given.port_security_enabled ?? true },
      'provider:network_type': given['provider:network_type'] ?? 'vxlan',
      'provider:physical_network': given['provider:physical_network'] ?? null,
      'provider:segmentation_id': given['provider:segmentation_id'] ?? null,
    };
    ensureDefaultGroup(context, row.project_id);
    context.cloud.neutron.networks.set(row.id, row);
    return row;
  },
  apply: (_context, row, given) => void Object.assign(row, given),
  remove(context, { id }) {
    const { neutron } = context.cloud;
    const inUse = [...neutron.ports.values()].filter(({ network_id }) => network_id === id).map((port) => port.id);
    if (inUse.length > 0) {
      const why = `There are one or more ports still in use on the network, id for these ports is: ${inUse.join(',')}.`;
      throw neutronRefusal(409, 'NetworkInUse', `Unable to complete operation on network ${id}. ${why}`);
    }
    // The network has no ports any more at this point. Its subnets are deleted with it.
    for (const subnet of neutron.subnets.values()) if (subnet.network_id === id) neutron.subnets.delete(subnet.id);
    dropPoliciesOf(context, id);
    neutron.networks.delete(id);
  },
  view: (context, row) => ({
    ...forCaller(context, row),
    shared: isShared(context, row),
    subnets: subnetsOf(context, row),
    ...fixedColumns,
  }),
};

const TYPES = ['local', 'flat', 'vlan', 'vxlan', 'gre', 'geneve'];

function requireType(type: string | undefined): void {
  if (type === undefined || TYPES.includes(type)) return;
  const message = `Invalid input for operation: network_type value '${type}' not supported.`;
  throw neutronRefusal(400, 'InvalidInput', message);
}

const fixedColumns = {
  ...{ status: 'ACTIVE', availability_zones: [], availability_zone_hints: [] },
  ...{ ipv4_address_scope: null, ipv6_address_scope: null },
};

function forCaller({ caller }: Context, row: Network) {
  return caller.admin ? row : Object.fromEntries(Object.entries(row).filter(([key]) => !providerFields.includes(key)));
}

const subnetsOf = ({ cloud }: Context, { id }: Network) =>
  [...cloud.neutron.subnets.values()].filter(({ network_id }) => network_id === id).map((subnet) => subnet.id);
