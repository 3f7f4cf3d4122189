import { gigabytesOf } from '#shared/domain/planning/plan-quotas';
import type { NewServer } from '../../ports/openstack.ts';

/**
 * The one request that creates a machine with all its volumes (docs/spec/design.md#few-calls). Nova deletes the volumes
 * with the server.
 */
export function serverRequest({ spec, portId, tags, userData, serverGroupId }: NewServer) {
  const volumeOf = (sizeMb: number, type: string | undefined) => ({
    destination_type: 'volume',
    volume_size: gigabytesOf(sizeMb),
    delete_on_termination: true,
    ...(type !== undefined && { volume_type: type }),
  });
  return {
    server: {
      name: spec.name,
      flavorRef: spec.flavorId,
      networks: [{ port: portId }],
      block_device_mapping_v2: [
        {
          boot_index: 0,
          source_type: 'image',
          uuid: spec.imageId,
          ...volumeOf(spec.systemVolumeSizeMb, spec.systemVolumeType),
        },
        ...spec.dataVolumes.map(({ sizeMb, volumeType }) => ({
          boot_index: -1,
          source_type: 'blank',
          ...volumeOf(sizeMb, volumeType),
        })),
      ],
      user_data: Buffer.from(userData).toString('base64'),
      tags,
      ...(spec.availabilityZone !== undefined && { availability_zone: spec.availabilityZone }),
    },
    ...(serverGroupId !== undefined && { 'os:scheduler_hints': { group: serverGroupId } }),
  };
}
