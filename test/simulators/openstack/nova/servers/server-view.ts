import { createHash } from 'node:crypto';
import type { Cloud } from '#test/simulators/openstack/cloud';
import type { Caller } from '#test/simulators/openstack/keystone/caller';
import type { Port } from '#test/simulators/openstack/neutron/rows';
import type { Server } from '../rows.ts';

export interface ViewOptions {
  cloud: Cloud;
  caller: Caller;
  minor: number;
  /** `http://host:port` */
  base: string;
}

export const serverLinks = ({ id }: Pick<Server, 'id'>, base: string) => [
  { rel: 'self', href: `${base}/compute/v2.1/servers/${id}` },
  { rel: 'bookmark', href: `${base}/compute/servers/${id}` },
];

export function serverView(server: Server, options: ViewOptions) {
  const { cloud, caller, minor, base } = options;
  const ports = server.nics.flatMap(({ portId }) => cloud.neutron.ports.get(portId) ?? []);
  const { id, name, status, created, updated, metadata } = server;
  return {
    ...{ id, name, status, created, updated, metadata },
    ...{ tenant_id: server.project_id, user_id: server.user_id, links: serverLinks(server, base) },
    ...{ key_name: server.keyName, config_drive: server.configDrive, accessIPv4: '', accessIPv6: '', progress: 0 },
    hostId: ports.length > 0 ? hostIdOf(server) : '',
    image: server.imageId && { id: server.imageId, links: [] },
    flavor: flavorView(server, minor),
    addresses: addressesOf(cloud, ports),
    // `security_groups` is missing until the server has a port.
    ...(ports.length > 0 && { security_groups: groupNames(cloud, ports) }),
    'os-extended-volumes:volumes_attached': volumesView(server, minor),
    ...stateView(server),
    ...byMicroversion(server, minor),
    ...(caller.admin && minor >= 3 && adminView(server)),
    ...(server.fault && { fault: server.fault }),
  };
}

const hostIdOf = ({ project_id }: Server) => createHash('sha224').update(`${project_id}sim-compute`).digest('hex');

function flavorView({ flavor }: Server, minor: number) {
  if (minor < 47) return { id: flavor.id, links: [] };
  const { vcpus, ram, disk, name, extra_specs } = flavor;
  return { vcpus, ram, disk, ephemeral: 0, swap: 0, original_name: name, extra_specs };
}

function addressesOf(cloud: Cloud, ports: Port[]) {
  const byNetwork: Record<string, object[]> = {};
  for (const port of ports) {
    const network = cloud.neutron.networks.get(port.network_id)?.name ?? port.network_id;
    const list = byNetwork[network] ?? [];
    byNetwork[network] = list;
    const entry = (addr: string, type: string) => ({
      ...{ version: 4, addr, 'OS-EXT-IPS:type': type, 'OS-EXT-IPS-MAC:mac_addr': port.mac_address },
    });
    list.push(...port.fixed_ips.map(({ ip_address }) => entry(ip_address, 'fixed')));
    const floating = [...cloud.neutron.floatingIps.values()].filter(({ port_id }) => port_id === port.id);
    list.push(...floating.map(({ floating_ip_address }) => entry(floating_ip_address, 'floating')));
  }
  return byNetwork;
}

function groupNames({ neutron }: Cloud, ports: Port[]) {
  const names = ports.flatMap(({ security_groups }) =>
    security_groups.map((id) => neutron.securityGroups.get(id)?.name ?? id),
  );
  return [...new Set(names)].map((name) => ({ name }));
}

const volumesView = ({ volumes }: Server, minor: number) =>
  volumes.map(({ volumeId: id, deleteOnTermination }) => ({
    id,
    ...(minor >= 3 && { delete_on_termination: deleteOnTermination }),
  }));

const VM_STATES = { BUILD: 'building', ACTIVE: 'active', ERROR: 'error', SHUTOFF: 'stopped' };
export const vmStateOf = ({ status }: Server): string => VM_STATES[status];

function stateView(server: Server) {
  const { status, taskState, availabilityZone, launchedAt } = server;
  return {
    'OS-EXT-STS:vm_state': vmStateOf(server),
    'OS-EXT-STS:task_state': taskState,
    'OS-EXT-STS:power_state': { BUILD: 0, ACTIVE: 1, ERROR: 0, SHUTOFF: 4 }[status],
    'OS-EXT-AZ:availability_zone': status === 'BUILD' ? '' : availabilityZone,
    'OS-DCF:diskConfig': 'MANUAL',
    'OS-SRV-USG:launched_at': launchedAt?.replace('Z', '.000000') ?? null,
    'OS-SRV-USG:terminated_at': null,
  };
}

function byMicroversion(server: Server, minor: number) {
  return {
    ...(minor >= 9 && { locked: false }),
    ...(minor >= 19 && { description: server.description }),
    ...(minor >= 26 && { tags: server.tags }),
    ...(minor >= 63 && { trusted_image_certificates: null }),
    ...(minor >= 71 && { server_groups: server.serverGroupId ? [server.serverGroupId] : [] }),
    ...(minor >= 73 && { locked_reason: null }),
    ...(minor >= 90 && { 'OS-EXT-SRV-ATTR:hostname': server.hostname ?? server.name.toLowerCase() }),
    ...(minor >= 96 && { pinned_availability_zone: null }),
  };
}

function adminView(server: Server) {
  return {
    'OS-EXT-SRV-ATTR:host': server.nics.length > 0 ? 'sim-compute' : null,
    'OS-EXT-SRV-ATTR:hypervisor_hostname': server.nics.length > 0 ? 'sim-compute' : null,
    'OS-EXT-SRV-ATTR:instance_name': `instance-${server.id.slice(0, 8)}`,
    'OS-EXT-SRV-ATTR:hostname': server.hostname ?? server.name.toLowerCase(),
    'OS-EXT-SRV-ATTR:root_device_name': '/dev/vda',
    'OS-EXT-SRV-ATTR:user_data': server.userData,
    host_status: 'UP',
  };
}
