import { z } from 'zod';
import { described } from '#shared/contracts/rest/_core/field-text';
import { integer, optionalReference, text } from '#shared/contracts/rest/_core/fields';
import { knownFields } from '#shared/contracts/rest/_core/known-fields';
import { FILESYSTEM, MOUNT_POINT } from '#shared/domain/planning/host-values';
import { DATA_VOLUME_TEXTS } from './order-attribute-texts.ts';

export const volumeTypeReference = () => optionalReference('volume-types', 'openstack-volume-types');

const mountPoint = () =>
  text(255)
    .regex(MOUNT_POINT, 'Enter a valid value.')
    .transform((path) => path.replace(/\/$/, ''));
/** Maximum number of data volumes. It is 25 because the devices of data volumes have the letters b to z. */
const MAX_DATA_VOLUMES = 25;

/** Maximum size of a volume in MB: 1,000,000 GB. With it, Cinder accepts the sum of many volumes as a quota. */
export const MAX_VOLUME_MB = 1_000_000 * 1024;

const dataVolumeBody = knownFields(
  z.object(
    described(
      {
        size: integer(1, MAX_VOLUME_MB),
        mount_point: mountPoint(),
        filesystem: text(50).regex(FILESYSTEM, 'Enter a valid value.').default('ext4'),
        volume_type: volumeTypeReference(),
      },
      DATA_VOLUME_TEXTS,
    ),
  ),
).transform(({ size, mount_point, filesystem, volume_type }) => ({
  sizeMb: size,
  mountPoint: mount_point,
  filesystem,
  volumeTypeUuid: volume_type,
}));

export const dataVolumesBody = z.array(dataVolumeBody).max(MAX_DATA_VOLUMES);
