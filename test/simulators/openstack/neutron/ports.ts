import { createHash } from 'node:crypto';
import { z } from 'zod';
import { neutronRefusal } from '../refusal.ts';
import type { Collection } from './collection.ts';
import { type Context, notFound, requirePolicy, standardRow } from './context.ts';
import { fixedIpsFor } from './fixed-ips.ts';
import { freeFloatingIps } from './free-floating-ips.ts';
import { isShared } from './rbac-policies.ts';
import type { Network, Port } from './rows.ts';
import { ensureDefaultGroup } from './security-groups.ts';
import { notSimulated } from './unplayed-paths.ts';
import { cidr, flag, ipAddress, macAddress, uuid } from './values.ts';

const fixedIp = z.strictObject({ subnet_id: uuid.optional(), ip_address: ipAddress.optional() });
const addressPair = z.strictObject({ ip_address: z.union([ipAddress, cidr]), mac_address: macAddress.optional() });
const VNIC_TYPES = ['normal', 'direct', 'macvtap', 'direct-physical', 'baremetal', 'virtio-forwarder', 'smart-nic'];
const settings = {
  name: z.string().max(255).optional(),
  description: z.string().max(255).optional(),
  admin_state_up: flag.optional(),
  fixed_ips: z.array(fixedIp).optional(),
  security_groups: z.array(uuid).nullish(),
  allowed_address_pairs: z.array(addressPair).optional(),
  port_security_enabled: flag.optional(),
  device_id: z.string().optional(),
  device_owner: z.string().optional(),
  mac_address: macAddress.optional(),
  'binding:host_id': z.string().optional(),
  'binding:vnic_type': z.enum(VNIC_TYPES, { error: ({ input }) => `${input} is not in valid_values` }).optional(),
  'binding:profile': z.unknown().optional(),
  extra_dhcp_opts: z.array(z.never()).optional(),
};
const create = z.strictObject({ ...settings, network_id: uuid, project_id: z.string().optional() });
const change = z.strictObject(settings);
type PortCreation = z.infer<typeof create>;

export const ports: Collection<Port, PortCreation, z.infer<typeof change>> = {
  one: 'port',
  many: 'ports',
  kind: 'Port',
  rows: ({ neutron }) => neutron.ports,
  create,
  change,
  adminOnly: ['binding:host_id'],
  isPublic: ({ cloud, caller }, { network_id }) =>
    cloud.neutron.networks.get(network_id)?.project_id === caller.projectId,
  make: makePort,
  apply(context, row, { 'binding:vnic_type': vnicType, 'binding:profile': profile, extra_dhcp_opts: _none, ...given }) {
    requirePlayed(vnicType, profile);
    requirePairs(given.allowed_address_pairs, given.port_security_enabled ?? row.port_security_enabled);
    if (given.security_groups) requireGroups(context, given.security_groups);
    const network = context.cloud.neutron.networks.get(row.network_id);
    const fixed_ips =
      given.fixed_ips && network ? fixedIpsFor(context.cloud, network, given.fixed_ips, row) : row.fixed_ips;
    Object.assign(row, given, { fixed_ips, security_groups: given.security_groups ?? row.security_groups });
  },
  remove(context, row) {
    // Policy is checked first. No member may delete a port that Nova uses.
    requirePolicy(context.caller.admin || !row.device_owner.startsWith('compute:'), 'delete_port');
    if (row.device_owner.startsWith('network:router') || row.device_owner === 'network:floatingip') {
      const why = `Port ${row.id} cannot be deleted directly via the port API: has device owner ${row.device_owner}.`;
      throw neutronRefusal(409, 'ServicePortInUse', why);
    }
    removePort(context, row);
  },
  view: ({ caller }, { 'binding:host_id': host, ...row }) => ({
    ...row,
    'binding:vnic_type': 'normal',
    ...(caller.admin && { 'binding:host_id': host, 'binding:vif_type': host ? 'ovs' : 'unbound' }),
    ...{ extra_dhcp_opts: [], ip_allocation: 'immediate' },
  }),
};

/**
 * Makes a port for a request to Neutron, or for Nova.
 * @throws Refusal if Neutron's API would refuse the port, or if the port is of a type that is not simulated
 */
export function makePort(context: Context, given: PortCreation): Port {
  const network = networkFor(context, given.network_id);
  requirePlayed(given['binding:vnic_type'], given['binding:profile']);
  requirePairs(given.allowed_address_pairs, given.port_security_enabled ?? network.port_security_enabled);
  const isOwn = context.caller.admin || network.project_id === context.caller.projectId;
  const choosesAddress = given.fixed_ips?.some(({ ip_address }) => ip_address !== undefined) ?? false;
  requirePolicy(isOwn || !choosesAddress, 'create_port:fixed_ips:ip_address');
  const standard = standardRow(context, given);
  const row: Port = {
    ...standard,
    ...{ network_id: network.id, admin_state_up: given.admin_state_up ?? true, status: 'DOWN' },
    mac_address: given.mac_address ?? macOf(standard.id),
    fixed_ips: fixedIpsFor(context.cloud, network, given.fixed_ips),
    ...{ device_id: given.device_id ?? '', device_owner: given.device_owner ?? '', security_groups: [] },
    allowed_address_pairs: given.allowed_address_pairs ?? [],
    port_security_enabled: given.port_security_enabled ?? network.port_security_enabled,
    'binding:host_id': given['binding:host_id'] ?? '',
  };
  if (given.security_groups) requireGroups(context, given.security_groups);
  const defaults = row.project_id && row.port_security_enabled ? [ensureDefaultGroup(context, row.project_id).id] : [];
  row.security_groups = given.security_groups ?? defaults;
  context.cloud.neutron.ports.set(row.id, row);
  return row;
}

/** Removes the port, whoever owns it. A floating IP of the port stays, but has no port any more. */
export function removePort(context: Context, { id }: Port): void {
  freeFloatingIps(context, id);
  context.cloud.neutron.ports.delete(id);
}

function networkFor(context: Context, id: string): Network {
  const { cloud, caller } = context;
  const network = cloud.neutron.networks.get(id);
  const own = network && (caller.admin || network.project_id === caller.projectId || isShared(context, network));
  if (!network || (!own && !network['router:external'])) throw notFound('Network', id);
  // A member may see an external network, but may not put ports into it.
  requirePolicy(own === true, 'create_port');
  return network;
}

/** @throws Refusal 501 for hardware ports, 403 for a profile, which only services may set */
function requirePlayed(vnicType: string | undefined, profile: unknown): void {
  if (vnicType !== undefined && vnicType !== 'normal') throw notSimulated(`ports of type ${vnicType}`);
  requirePolicy(profile === undefined, 'create_port:binding:profile');
}

function requirePairs(pairs: Port['allowed_address_pairs'] | undefined = [], isSecured: boolean): void {
  const texts = pairs.map(
    ({ ip_address, mac_address }) => `mac_address ${mac_address ?? 'None'} ip_address ${ip_address}`,
  );
  const twice = texts.find((text, at) => texts.indexOf(text) < at);
  if (twice !== undefined) {
    throw neutronRefusal(400, 'DuplicateAddressPairInRequest', `Request contains duplicate address pair: ${twice}.`);
  }
  if (pairs.length === 0 || isSecured) return;
  const message = 'Port Security must be enabled in order to have allowed address pairs on a port.';
  throw neutronRefusal(409, 'AddressPairAndPortSecurityRequired', message);
}

function requireGroups({ cloud, caller }: Context, ids: string[]): void {
  for (const id of ids) {
    const group = cloud.neutron.securityGroups.get(id);
    if (!group || (!caller.admin && group.project_id !== caller.projectId)) {
      throw neutronRefusal(404, 'SecurityGroupNotFound', `Security group ${id} does not exist`);
    }
  }
}

/** The MAC address comes from the id, so that a seeded port has the same address after every reset. */
function macOf(id: string): string {
  const digest = createHash('sha256').update(id).digest('hex');
  return `fa:16:3e:${digest.slice(0, 6).replaceAll(/(..)(?=.)/g, '$1:')}`;
}
