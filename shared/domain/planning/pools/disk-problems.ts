import type { FieldErrors } from '#shared/errors';
import { Refusals } from '../../_core/refusals.ts';
import type { Flavor, Image } from '../cloud-facts.ts';
import type { PoolSpec } from './pool-spec.ts';

/** What the clouds offer for the machines of pools. Ids are those of the cloud. */
export type OfferedMachines = {
  flavors: readonly Pick<Flavor, 'id' | 'name' | 'diskGb'>[];
  images: readonly Pick<Image, 'id' | 'name' | 'minDiskGb'>[];
};

/**
 * Errors about the disk of a pool's machines. Paddock checks the disk, because Rancher's OpenStack driver fails with an
 * internal error if a machine has no disk to boot from.
 */
export function diskProblems(
  { flavorId, imageId, rootVolume }: Pick<PoolSpec, 'flavorId' | 'imageId' | 'rootVolume'>,
  offered: OfferedMachines,
): FieldErrors {
  const refused = new Refusals();
  const flavor = offered.flavors.find(({ id }) => id === flavorId);
  const image = offered.images.find(({ id }) => id === imageId);
  if (!flavor) refused.add('flavor', `The cloud has no flavor ${flavorId}.`);
  if (!image) refused.add('image', `The cloud has no image ${imageId}.`);
  if (!flavor || !image) return refused.byField;
  const need = Math.max(image.minDiskGb, 1);
  if (rootVolume && rootVolume.sizeGb < need) {
    refused.add('root_volume', `Image ${image.name} needs ${need} GB: choose a larger root volume.`);
  }
  if (!rootVolume && flavor.diskGb < need) {
    refused.add(
      'flavor',
      `Flavor ${flavor.name} has a disk of ${flavor.diskGb} GB, and image ${image.name} needs ${need} GB: choose another flavor, or a root volume.`,
    );
  }
  return refused.byField;
}
