import { hasSnapshots } from '#test/simulators/openstack/cinder/volumes';
import type { Cloud } from '#test/simulators/openstack/cloud';
import { removePort } from '#test/simulators/openstack/neutron/ports';
import type { Server } from '../rows.ts';

/**
 * Releases what a server held. The caller's ports stay, unbound, with their floating IPs. Nova's own ports are deleted,
 * and so are volumes marked delete_on_termination. Other volumes become available. A volume that Cinder refuses to
 * delete becomes available, too, and Nova ignores the refusal.
 */
export function releaseResources(cloud: Cloud, server: Server): void {
  for (const { portId, own } of server.nics) {
    const port = cloud.neutron.ports.get(portId);
    if (port && own) removePort({ cloud, caller: { admin: true, projectId: '', writer: true } }, port);
    else if (port) Object.assign(port, { device_id: '', device_owner: '', status: 'DOWN', 'binding:host_id': '' });
  }
  for (const { volumeId, deleteOnTermination } of server.volumes) {
    if (deleteOnTermination && !hasSnapshots(cloud, volumeId)) cloud.cinder.volumes.delete(volumeId);
    else detachVolume(cloud, volumeId);
  }
  server.nics = [];
  server.volumes = [];
}

export function detachVolume(cloud: Cloud, volumeId: string): void {
  const volume = cloud.cinder.volumes.get(volumeId);
  if (volume) Object.assign(volume, { attachments: [], status: 'available' });
}
