import type { Cloud } from '../cloud.ts';
import { computeRefusal } from '../refusal.ts';
import type { Volume, VolumeType } from './rows.ts';

/** The properties of a volume to be made. The default type is `__DEFAULT__`. */
export interface VolumeWish {
  project_id: string;
  user_id: string;
  size: number;
  name?: string | undefined;
  description?: string | null | undefined;
  volume_type: string;
  imageId?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

/** Stores a volume without any check. The APIs of Nova and Cinder check before. */
export function storeVolume(cloud: Cloud, wish: VolumeWish, status: Volume['status']): Volume {
  const image = cloud.glance.images.get(wish.imageId ?? '');
  const volume: Volume = {
    ...{ id: cloud.newUuid(), name: wish.name ?? '', description: wish.description ?? null, size: wish.size, status },
    ...{ project_id: wish.project_id, user_id: wish.user_id, volume_type: wish.volume_type, attachments: [] },
    ...{ bootable: image !== undefined, image: image ? { id: image.id, name: image.name } : null },
    ...{ metadata: wish.metadata ?? {}, availability_zone: 'nova' },
    created_at: new Date(cloud.clock.now()).toISOString().replace('Z', '000'),
  };
  cloud.cinder.volumes.set(volume.id, volume);
  return volume;
}

export const hasSnapshots = ({ cinder }: Cloud, volumeId: string): boolean =>
  [...cinder.snapshots.values()].some((snapshot) => snapshot.volume_id === volumeId);

/** Finds a type by id or name, since Cinder accepts both. */
export const findType = ({ cinder }: Cloud, idOrName: string): VolumeType | undefined =>
  cinder.types.get(idOrName) ?? [...cinder.types.values()].find(({ name }) => name === idOrName);

export const volumeNotFound = (id: string) => computeRefusal(404, `Volume ${id} could not be found.`);
