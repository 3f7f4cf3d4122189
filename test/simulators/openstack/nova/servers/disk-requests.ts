import { findType } from '#test/simulators/openstack/cinder/volumes';
import type { Cloud } from '#test/simulators/openstack/cloud';
import type { Caller } from '#test/simulators/openstack/keystone/caller';
import { computeRefusal } from '#test/simulators/openstack/refusal';
import type { WantedDisk } from '../rows.ts';
import type { DiskRequest } from './server-request.ts';

const invalidMapping = (why: string) => computeRefusal(400, `Block Device Mapping is Invalid: ${why}`);

/**
 * The disks that `block_device_mapping_v2` asks for. Local disks need no volume and are left out.
 * @throws Refusal 400 for a boot sequence without exactly one 0, or a disk that cannot be made
 */
export function wantedDisks(cloud: Cloud, caller: Caller, requests: DiskRequest[]): WantedDisk[] {
  const roots = requests.filter(({ boot_index }) => boot_index === 0);
  if (requests.length > 0 && roots.length !== 1) {
    throw invalidMapping('Boot sequence for the instance and image/block device mapping combination is not valid.');
  }
  return requests.flatMap((request) => {
    const destination = request.destination_type ?? (request.source_type === 'volume' ? 'volume' : 'local');
    return destination === 'local' ? [] : [wantedVolume(cloud, caller, request)];
  });
}

function wantedVolume(cloud: Cloud, caller: Caller, request: DiskRequest): WantedDisk {
  const { boot_index, delete_on_termination: deleteOnTermination = false } = request;
  const bootIndex = typeof boot_index === 'number' ? boot_index : null;
  if (request.source_type === 'volume') {
    return { bootIndex, deleteOnTermination, volumeId: freeVolume(cloud, caller, request.uuid) };
  }
  const size = Number(request.volume_size ?? 0);
  const imageId = request.source_type === 'image' ? checkedImage(cloud, request.uuid, size) : undefined;
  if (size < 1) {
    throw invalidMapping("Blank volumes (source: 'blank', dest: 'volume') need to have non-zero size.");
  }
  return { bootIndex, deleteOnTermination, imageId, size, volumeType: checkedType(cloud, request.volume_type) };
}

function checkedImage(cloud: Cloud, id = '', size: number): string {
  const image = cloud.glance.images.get(id);
  if (!image) throw invalidMapping(`failed to get image ${id}.`);
  if (size < 1) throw invalidMapping("Images with destination_type 'volume' need to have a non-zero size specified.");
  if (size < image.min_disk) {
    const message = `Volume is smaller than the minimum size specified in image metadata. Volume size is ${size} GB, minimum size is ${image.min_disk} GB.`;
    throw computeRefusal(400, message);
  }
  return id;
}

function checkedType(cloud: Cloud, name: string | null | undefined): string {
  const type = findType(cloud, name ?? '__DEFAULT__');
  if (!type) throw computeRefusal(400, `Volume type ${name} could not be found.`);
  return type.name;
}

function freeVolume({ cinder }: Cloud, caller: Caller, id = ''): string {
  const volume = cinder.volumes.get(id);
  if (!volume || volume.project_id !== caller.projectId) throw invalidMapping(`failed to get volume ${id}.`);
  if (volume.status !== 'available') {
    const message = `Invalid volume: volume '${id}' status must be 'available'. Currently in '${volume.status}' status.`;
    throw computeRefusal(400, message);
  }
  return id;
}
