import type { NodeSpec } from '#shared/domain/planning/node-spec';

type DataVolume = NodeSpec['dataVolumes'][number];
/** A data volume, with the device name that the machine sees. */
export type DataDisk = DataVolume & { device: string; label: string };

/** First letters of disk names, which depend on the hypervisor: `sda` or `vda`. */
export type DiskDriver = 'sd' | 'vd';

/** Letters of the disk with this number, as the kernel names disks: `a` to `z`, then `aa`. */
function letters(index: number): string {
  const last = String.fromCharCode('a'.charCodeAt(0) + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}

/** Device names of data volumes. Nova attaches volumes in the order of the request, and the boot volume has the first letter. */
export function dataDisks(volumes: readonly DataVolume[], diskDriver: DiskDriver): DataDisk[] {
  return volumes.map((volume, index) => ({
    ...volume,
    device: `/dev/${diskDriver}${letters(index + 1)}`,
    label: `data${index + 1}`,
  }));
}

/** A volume may appear after the machine has started. The command waits ten minutes for it, as in Waldur. */
const waitForDevice = (device: string): string[] => [
  'sh',
  '-c',
  `for _ in $(seq 120); do [ -b ${device} ] && exit 0; sleep 5; done; echo "${device} did not appear" >&2; exit 1`,
];

/**
 * Cloud-config that waits for the disks, partitions and formats empty disks, and mounts all of them
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
