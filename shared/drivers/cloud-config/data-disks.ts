import type { NodeSpec } from '#shared/domain/planning/node-spec';

type DataVolume = NodeSpec['dataVolumes'][number];
/** A data volume, and the name that its disk has on the machine. */
export type DataDisk = DataVolume & { device: string; label: string };

/** How disk names begin, as in `sda` or `vda`. This depends on the hypervisor. */
export type DiskDriver = 'sd' | 'vd';

/**
 * The letters in the name of a disk, by the disk's number: `a` to `z`, then `aa`. The kernel names disks in this way.
 */
function letters(index: number): string {
  const last = String.fromCharCode('a'.charCodeAt(0) + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}

/**
 * The disk of each data volume. Nova attaches volumes in the order of the request. The boot volume is first, so data
 * volumes begin with the second letter.
 */
export function dataDisks(volumes: readonly DataVolume[], diskDriver: DiskDriver): DataDisk[] {
  return volumes.map((volume, index) => ({
    ...volume,
    device: `/dev/${diskDriver}${letters(index + 1)}`,
    label: `data${index + 1}`,
  }));
}

/**
 * As in Waldur, the command waits up to ten minutes for the disk. The wait is needed, because a volume can appear after
 * the machine has started.
 */
const waitForDevice = (device: string): string[] => [
  'sh',
  '-c',
  `for _ in $(seq 120); do [ -b ${device} ] && exit 0; sleep 5; done; echo "${device} did not appear" >&2; exit 1`,
];

/**
 * Cloud-config that waits for the disks, makes a partition and a file system on empty disks, and mounts all disks
 * (docs/spec/backends.md#data-disks-in-cloud-init).
 */
export function storageConfig(disks: readonly DataDisk[]) {
  return {
    bootcmd: disks.map((disk) => waitForDevice(disk.device)),
    disk_setup: Object.fromEntries(
      disks.map((disk) => [disk.device, { table_type: 'gpt', layout: true, overwrite: false }]),
    ),
    fs_setup: disks.map(({ device, filesystem, label }) => ({ device: `${device}1`, filesystem, label })),
    mounts: disks.map(({ device, mountPoint, filesystem }) => [
      `${device}1`,
      mountPoint,
      filesystem,
      'defaults,nofail,x-systemd.device-timeout=600',
      '0',
      '2',
    ]),
  };
}
