import type { ClusterApiSpec } from '../../planning/cluster-api/cluster-spec.ts';

type Volume = NonNullable<ClusterApiSpec['etcdVolume']>;
type Disk = { name: string; label: string; mountPoint: string; volume: Volume };

const ETCD = { name: 'etcd', label: 'etcd_disk', mountPoint: '/var/lib/etcd' };
const CONTAINERS = { name: 'docker', label: 'docker_disk', mountPoint: '/var/lib/containerd' };

/** Further disks of a machine, in the order in which Nova attaches them. */
export const disksOf = ({ etcdVolume, dockerVolume }: ClusterApiSpec, isControlPlane: boolean): Disk[] => [
  ...(isControlPlane && etcdVolume ? [{ ...ETCD, volume: etcdVolume }] : []),
  ...(dockerVolume ? [{ ...CONTAINERS, volume: dockerVolume }] : []),
];

/**
 * The type and the availability zone of a volume, in the fields of Cluster API's OpenStack provider. In many clouds a
 * machine can use only volumes in the machine's zone. A volume without a zone therefore gets the zone of the machine.
 * If the machine has no zone either, the cloud chooses the zone.
 */
export const volumeFields = ({ volumeType, availabilityZone }: Volume) => ({
  type: volumeType,
  availabilityZone: availabilityZone === undefined ? { from: 'Machine' } : { from: 'Name', name: availabilityZone },
});

/** Volumes that are attached to a machine besides its boot disk. */
export const blockDevices = (disks: readonly Disk[]) =>
  disks.map(({ name, volume }) => ({
    name,
    sizeGiB: volume.sizeGb,
    storage: { type: 'Volume', volume: volumeFields(volume) },
  }));

/** The first disk of a machine is its boot disk, so the first further disk is `vdb` or `sdb`. */
const deviceOf = (bus: ClusterApiSpec['diskBus'], index: number): string =>
  `/dev/${bus === 'scsi' ? 'sd' : 'vd'}${String.fromCharCode('b'.charCodeAt(0) + index)}`;

/** How cloud-init formats and mounts the disks. Empty without disks. */
export function diskSetup(disks: readonly Disk[], bus: ClusterApiSpec['diskBus']) {
  if (disks.length === 0) return {};
  const devices = disks.map((disk, index) => ({ ...disk, device: deviceOf(bus, index) }));
  return {
    diskSetup: {
      partitions: devices.map(({ device }) => ({ device, layout: true, overwrite: false, tableType: 'gpt' })),
      filesystems: devices.map(({ device, label }) => ({
        device,
        partition: 'auto',
        filesystem: 'ext4',
        label,
        extraOpts: ['-E', 'lazy_itable_init=1,lazy_journal_init=1'],
      })),
    },
    mounts: devices.map(({ label, mountPoint }) => [`LABEL=${label}`, mountPoint]),
  };
}
