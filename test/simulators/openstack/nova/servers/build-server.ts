import { volumeQuotaProblem } from '#test/simulators/openstack/cinder/quota';
import { storeVolume } from '#test/simulators/openstack/cinder/volumes';
import type { Cloud } from '#test/simulators/openstack/cloud';
import { isUsable } from '#test/simulators/openstack/neutron/addresses';
import { makePort } from '#test/simulators/openstack/neutron/ports';
import { requireQuota } from '#test/simulators/openstack/neutron/quota';
import { novaTime } from '../nova-caller.ts';
import type { Nic, Server, WantedDisk, WantedNic } from '../rows.ts';
import { abortBuild, failsBuild } from './build-faults.ts';
import type { AcceptedServer } from './create-server.ts';
import { groupIds } from './nic-requests.ts';

/**
 * Builds an accepted server. After half of `serverBuild`, the ports are bound and the volumes are made. After the other
 * half, the server is ACTIVE. A failed build ends in ERROR with a fault.
 */
export function buildServer(cloud: Cloud, { server, disks, nics }: AcceptedServer): void {
  const half = cloud.delays.serverBuild / 2;
  const stillWanted = () => cloud.nova.servers.get(server.id) === server && server.taskState !== 'deleting';
  cloud.clock.after(half, () => {
    if (!stillWanted() || failsBuild(cloud, server, 'scheduling') || !placed(cloud, server, disks, nics)) return;
    server.taskState = 'spawning';
    cloud.clock.after(half, () => {
      if (!stillWanted() || failsBuild(cloud, server, 'spawning')) return;
      Object.assign(server, {
        status: 'ACTIVE',
        taskState: null,
        launchedAt: novaTime(cloud),
        updated: novaTime(cloud),
      });
    });
  });
}

function placed(cloud: Cloud, server: Server, disks: WantedDisk[], nics: WantedNic[]): boolean {
  try {
    for (const wanted of nics) server.nics.push(bindNic(cloud, server, wanted));
    for (const [index, disk] of disks.entries()) attachDisk(cloud, server, disk, index);
    return true;
  } catch (error) {
    abortBuild(cloud, server, error instanceof Error ? error.message : String(error));
    return false;
  }
}

function bindNic(cloud: Cloud, server: Server, wanted: WantedNic): Nic {
  const nic =
    'portId' in wanted ? { portId: wanted.portId, own: false } : { portId: ownPort(cloud, server, wanted), own: true };
  const port = cloud.neutron.ports.get(nic.portId);
  if (!port) throw new Error(`Port ${nic.portId} could not be found.`);
  if (port.device_id) throw new Error(`Port ${nic.portId} is still in use.`);
  const owner = { device_id: server.id, device_owner: `compute:${server.availabilityZone}` };
  Object.assign(port, owner, { status: 'ACTIVE', 'binding:host_id': 'sim-compute' });
  return nic;
}

function ownPort(cloud: Cloud, server: Server, { networkId, fixedIp }: Exclude<WantedNic, { portId: string }>): string {
  const subnets = [...cloud.neutron.subnets.values()].filter(({ network_id }) => network_id === networkId);
  if (fixedIp && !subnets.some((subnet) => isUsable(subnet, fixedIp))) {
    throw new Error(`Fixed IP address ${fixedIp} is not a valid ip address for network ${networkId}.`);
  }
  const caller = { admin: false, projectId: server.project_id, writer: true };
  requireQuota(cloud, server.project_id, 'port');
  const groups = groupIds(cloud, server.project_id, server.securityGroups);
  return makePort(
    { cloud, caller },
    {
      network_id: networkId,
      ...(groups.length > 0 && { security_groups: groups }),
      ...(fixedIp && { fixed_ips: [{ ip_address: fixedIp }] }),
    },
  ).id;
}

function attachDisk(cloud: Cloud, server: Server, disk: WantedDisk, index: number): void {
  const volume = disk.volumeId === undefined ? newVolume(cloud, server, disk) : cloud.cinder.volumes.get(disk.volumeId);
  if (!volume || volume.attachments.length > 0) throw new Error(`Volume ${disk.volumeId} could not be attached.`);
  attachVolume(cloud, server, {
    volumeId: volume.id,
    deleteOnTermination: disk.deleteOnTermination,
    device: deviceName(index),
  });
}

export const deviceName = (index: number) => `/dev/vd${String.fromCharCode('a'.charCodeAt(0) + index)}`;

export function attachVolume(cloud: Cloud, server: Server, attached: Server['volumes'][number]): void {
  const volume = cloud.cinder.volumes.get(attached.volumeId);
  volume?.attachments.push({ server_id: server.id, attachment_id: attached.volumeId, device: attached.device });
  if (volume) volume.status = 'in-use';
  server.volumes.push(attached);
}

function newVolume(cloud: Cloud, server: Server, { size = 1, volumeType = '__DEFAULT__', imageId }: WantedDisk) {
  const wish = { project_id: server.project_id, user_id: server.user_id, size, volume_type: volumeType, imageId };
  const problem = volumeQuotaProblem(cloud, server.project_id, wish);
  if (problem) throw new Error(problem);
  return storeVolume(cloud, wish, 'available');
}
