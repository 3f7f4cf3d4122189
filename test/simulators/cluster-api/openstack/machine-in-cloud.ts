import { type CloudClient, CloudRefusal, type Row } from './cloud-client.ts';
import { NotYet } from './cloud-work.ts';
import type { ClusterPlaces, MachineSpec, VolumeSpec } from './cluster-spec.ts';
import { ensureMember, removeMember } from './load-balancer.ts';

export type WantedServer = {
  name: string;
  spec: MachineSpec;
  tags: string[];
  /** Base64. */
  userData: string;
  isControlPlane: boolean;
  /** The availability zone of the Machine. Undefined: the cloud chooses one. */
  failureDomain: string | undefined;
  place: string;
  places: ClusterPlaces;
};

/** A server in a state from which it does not come back by itself. */
class ServerBroken extends Error {}

const encoded = encodeURIComponent;

async function imageOf(cloud: CloudClient, { image }: MachineSpec): Promise<string> {
  if (image.id !== undefined) return image.id;
  const found = await cloud.first('image', `/images?name=${encoded(image.filter?.name ?? '')}`);
  if (!found) throw new Error('no images were found');
  return found.id;
}

async function flavorOf(cloud: CloudClient, { flavor }: MachineSpec): Promise<string> {
  const found = (await cloud.rows('compute', '/flavors/detail')).find(({ name }) => name === flavor);
  if (!found) throw new Error(`flavor ${flavor} was not found`);
  return found.id;
}

async function ensurePort(cloud: CloudClient, { name, tags, isControlPlane, places }: WantedServer): Promise<Row> {
  const { network, controlPlaneSecurityGroup, workerSecurityGroup } = places;
  const portName = `${name}-0`;
  const found = await cloud.first('network', `/ports?name=${encoded(portName)}&network_id=${network.id}`);
  if (found) return found;
  const group = isControlPlane ? controlPlaneSecurityGroup : workerSecurityGroup;
  const made = await cloud.make('network', '/ports', {
    port: {
      ...{ name: portName, network_id: network.id, admin_state_up: true },
      description: 'Created by cluster-api-provider-openstack',
      fixed_ips: network.subnets.slice(0, 1).map(({ id }) => ({ subnet_id: id })),
      ...(group && { security_groups: [group.id] }),
    },
  });
  await cloud.ask('network', 'PUT', `/ports/${made.id}/tags`, { tags });
  return made;
}

/** A machine's volume, once it is available. The volume is found by name, since it belongs to a server only later. */
async function ensureVolume(cloud: CloudClient, name: string, fields: object): Promise<string> {
  const found = await cloud.first('volume', `/volumes/detail?name=${encoded(name)}`);
  const volume = found ?? (await cloud.make('volume', '/volumes', { volume: { name, ...fields } }));
  if (volume.status === 'error') throw new Error(`volume ${name} is in status error`);
  if (volume.status !== 'available') throw new NotYet(`volume ${name}`);
  return volume.id;
}

const inZone = (zone: string | undefined) => (zone === undefined ? {} : { availability_zone: zone });

function volumeFields({ type, availabilityZone: zone }: VolumeSpec, failureDomain: string | undefined): object {
  const named = zone?.from === 'Machine' ? failureDomain : zone?.name;
  return { ...(type !== undefined && { volume_type: type }), ...inZone(named) };
}

async function disksOf(
  cloud: CloudClient,
  { name, spec, failureDomain }: WantedServer,
  imageRef: string,
): Promise<object[]> {
  const { rootVolume, additionalBlockDevices } = spec;
  const attached = { destination_type: 'volume', source_type: 'volume', delete_on_termination: true };
  const disks: object[] = [];
  if (rootVolume) {
    const fields = { size: rootVolume.sizeGiB, imageRef, ...volumeFields(rootVolume, failureDomain) };
    const uuid = await ensureVolume(cloud, `${name}-root`, fields);
    disks.push({ ...attached, uuid, boot_index: 0 });
  } else if (additionalBlockDevices.length > 0) {
    const local = { destination_type: 'local', source_type: 'image', delete_on_termination: true };
    disks.push({ ...local, uuid: imageRef, boot_index: 0 });
  }
  for (const { name: disk, sizeGiB: size, storage } of additionalBlockDevices) {
    if (storage.type !== 'Volume') continue;
    const fields = { size, ...volumeFields(storage.volume ?? {}, failureDomain) };
    const uuid = await ensureVolume(cloud, `${name}-${disk}`, fields);
    disks.push({ ...attached, uuid, boot_index: -1, tag: disk });
  }
  return disks;
}

async function makeServer(cloud: CloudClient, wanted: WantedServer, port: Row): Promise<Row> {
  const { name, spec, tags, userData } = wanted;
  const imageRef = await imageOf(cloud, spec);
  const flavorRef = await flavorOf(cloud, spec);
  const disks = await disksOf(cloud, wanted, imageRef);
  return cloud.make('compute', '/servers', {
    server: {
      ...{ name, flavorRef, networks: [{ port: port.id }], tags, user_data: userData, config_drive: false },
      ...(disks.length > 0 ? { block_device_mapping_v2: disks } : { imageRef }),
      ...(spec.sshKeyName !== undefined && { key_name: spec.sshKeyName }),
      ...inZone(wanted.failureDomain),
    },
    ...(spec.serverGroup && { 'os:scheduler_hints': { group: spec.serverGroup.id } }),
  });
}

const findServer = (cloud: CloudClient, name: string) =>
  cloud.first('compute', `/servers/detail?name=${encoded(`^${name}$`)}`);

/** Without a load balancer, the first control plane machine gets the floating IP of the API. */
async function connect(cloud: CloudClient, wanted: WantedServer, port: Row, address: string): Promise<void> {
  const { name, isControlPlane, places, place, tags } = wanted;
  if (!isControlPlane) return;
  const { apiServerLoadBalancer: balancer, endpoint } = places;
  if (balancer) await ensureMember(cloud, { place, machine: name, balancerId: balancer.id, tags }, address);
  else {
    const floatingIp = await cloud.first('network', `/floatingips?floating_ip_address=${endpoint}`);
    if (!floatingIp || floatingIp.port_id) return;
    await cloud.ask('network', 'PUT', `/floatingips/${floatingIp.id}`, { floatingip: { port_id: port.id } });
  }
}

export type MadeServer = { id: string; address: string };

/**
 * Makes a machine's server and returns it once it is active. The requests come in the order of CAPO 0.12.4 (measured).
 */
export async function ensureServer(cloud: CloudClient, wanted: WantedServer): Promise<MadeServer> {
  const port = await ensurePort(cloud, wanted);
  const server = (await findServer(cloud, wanted.name)) ?? (await makeServer(cloud, wanted, port));
  if (server.status === 'ERROR') throw new ServerBroken(JSON.stringify(server.fault ?? {}));
  if (server.status !== 'ACTIVE') throw new NotYet(`server ${wanted.name}`);
  const [first] = Array.isArray(port.fixed_ips) ? port.fixed_ips : [];
  const address = String(Object(first).ip_address ?? '');
  await connect(cloud, wanted, port, address);
  return { id: server.id, address };
}

type Leaving = { name: string; isControlPlane: boolean; place: string };

/**
 * Deletes a machine's server, then its port. Volumes are deleted with the server. If there is no server, the volumes
 * are found by name.
 */
export async function removeServer(cloud: CloudClient, { name, isControlPlane, place }: Leaving): Promise<true> {
  if (isControlPlane) await removeMember(cloud, place, name).catch(ignoreMissingService);
  const server = await findServer(cloud, name);
  if (server) {
    await cloud.remove('compute', `/servers/${server.id}`);
    throw new NotYet(`server ${name}`);
  }
  const port = await cloud.first('network', `/ports?name=${encoded(`${name}-0`)}`);
  if (port) await cloud.remove('network', `/ports/${port.id}`);
  const volumes = await cloud.rows('volume', '/volumes/detail');
  const own = volumes.filter((volume) => String(volume.name).startsWith(`${name}-`));
  for (const volume of own) if (volume.status === 'available') await cloud.remove('volume', `/volumes/${volume.id}`);
  if (own.length > 0) throw new NotYet(`volumes of ${name}`);
  return true;
}

function ignoreMissingService(error: unknown): void {
  if (error instanceof NotYet || error instanceof CloudRefusal) throw error;
}
