import { z } from 'zod';
import type { Image } from '#shared/domain/planning/cloud-facts';
import {
  kubernetesVersionOf,
  operatingSystem,
  operatingSystemOf,
} from '#shared/domain/planning/cluster-api/machine-image';
import type { Listing } from '../_core/listing.ts';
import type { RestResource } from '../_core/operation.ts';
import { type OpenStackCollection, openstackOperations } from '../infrastructure/openstack-collection.ts';
import {
  cloudThing,
  cloudThingFilters,
  cloudThingPlaces,
  type FoundRow,
  nameOrdering,
  viewCloudThing,
} from '../infrastructure/openstack-rows.ts';

const imageView = cloudThing
  .extend({
    min_disk: z.int(),
    min_ram: z.int(),
    os_distro: operatingSystem.meta({ description: 'The operating system, from the image’s property `os_distro`.' }),
    kubernetes_version: z
      .string()
      .nullable()
      .meta({
        description:
          'The version of Kubernetes in the image, by its property `kube_version` or its name. Null if neither contains a version.',
        examples: ['v1.33.5'],
      }),
  })
  .meta({ id: 'ClusterApiImage' });

const systemOf = ({ thing }: FoundRow<Image>): string => operatingSystemOf(thing) ?? '';
const versionOf = ({ thing }: FoundRow<Image>): string => kubernetesVersionOf(thing) ?? '';

const imageListing: Listing<FoundRow<Image>, z.infer<typeof imageView>> = {
  filters: {
    ...cloudThingFilters,
    equals: { ...cloudThingFilters.equals, kubernetes_version: versionOf },
    choices: { os_distro: { values: operatingSystem.options, of: systemOf } },
  },
  orderings: { ...nameOrdering, kubernetes_version: versionOf },
  schema: imageView,
  view: (link, row) => ({
    ...viewCloudThing(link, row),
    url: link('cluster-api-images', row.thing.uuid),
    min_disk: row.thing.minDiskGb * 1024,
    min_ram: row.thing.minRamMb,
    os_distro: operatingSystem.parse(row.thing.osDistro),
    kubernetes_version: kubernetesVersionOf(row.thing) ?? null,
  }),
};

/**
 * The images from which Cluster API can make machines. An operator registers an image for this use by setting the
 * image's property `os_distro`.
 */
export const clusterApiImages: OpenStackCollection<Image, z.infer<typeof imageView>> = {
  places: cloudThingPlaces,
  kind: 'image',
  listing: imageListing,
};

export const clusterApiImagesResource: RestResource = {
  group: 'Customers',
  is: 'Images from which machines of Cluster API can be made. An operator sets `os_distro` to register an image.',
  operations: openstackOperations(clusterApiImages, 'Cluster API images'),
};
