import { createHash } from 'node:crypto';
import type { Cloud } from './cloud.ts';
import { seedUuid } from './ids.ts';

const gibibyte = 1024 ** 3;

/** Flavors, images and volume types that every project sees. */
export function seedCatalogue(cloud: Cloud, adminProjectId: string): void {
  const sizes = [
    ['m1.small', 1],
    ['m1.medium', 2],
    ['m1.large', 4],
    ['m1.xlarge', 8],
    ['m1.2xlarge', 16],
  ] as const;
  for (const [index, [name, vcpus]] of sizes.entries()) {
    const id = String(index + 1);
    cloud.nova.flavors.set(id, { id, name, vcpus, ram: vcpus * 2048, disk: vcpus * 20, extra_specs: {} });
  }
  for (const name of ['__DEFAULT__', 'ssd', 'hdd']) {
    const id = seedUuid(cloud.name, 'volume-type', name);
    cloud.cinder.types.set(id, { id, name, description: '', is_public: true });
  }
  seedImage(cloud, adminProjectId, { name: 'ubuntu-24.04', min_disk: 4, size: 0.6 * gibibyte });
  seedImage(cloud, adminProjectId, { name: 'debian-13', min_disk: 3, size: 0.4 * gibibyte });
  // Images for machines of Cluster API, with the names and properties that Cluster API's image builder gives to images.
  for (const [version, at] of MACHINE_IMAGES) {
    seedImage(cloud, adminProjectId, {
      ...{ name: `ubuntu-2204-kube-${version}`, min_disk: 10, size: 3.8 * gibibyte, at },
      properties: { os_distro: 'ubuntu', hw_disk_bus: 'virtio' },
    });
  }
}

const MACHINE_IMAGES = [
  ['v1.33.5', '2026-01-14T08:00:00Z'],
  ['v1.34.2', '2026-01-13T08:00:00Z'],
] as const;

type SeedImage = { name: string; min_disk: number; size: number; at?: string; properties?: Record<string, string> };

function seedImage(
  cloud: Cloud,
  owner: string,
  { name, min_disk, size, at = '2026-01-15T08:00:00Z', properties = {} }: SeedImage,
): void {
  const id = seedUuid(cloud.name, 'image', name);
  const hash = (algorithm: string) => createHash(algorithm).update(name).digest('hex');
  cloud.glance.images.set(id, {
    ...{
      id,
      name,
      status: 'active',
      visibility: 'public',
      owner,
      size: Math.round(size),
      virtual_size: 3.5 * gibibyte,
    },
    ...{ min_disk, min_ram: 512, checksum: hash('md5'), os_hash_algo: 'sha512', os_hash_value: hash('sha512') },
    ...{ disk_format: 'qcow2', container_format: 'bare', protected: false, os_hidden: false, tags: [] },
    ...{ created_at: at, updated_at: at, properties },
  });
}
