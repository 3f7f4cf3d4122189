import type { AttachedVolume } from './machine.ts';

/**
 * Whether a device path refers to an attached volume. `/dev/vdb` and `/dev/sdb` match by their letter, because the bus
 * depends on the image. A partition of the device matches too. A `/dev/disk/by-id` link contains the first 20
 * characters of the volume's id.
 */
export function deviceIsAttached(path: string, volumes: AttachedVolume[]): boolean {
  if (path.startsWith('/dev/disk/by-id/')) return volumes.some(({ id }) => path.includes(id.slice(0, 20)));
  const letter = letterOf(path);
  return letter !== undefined && volumes.some(({ device }) => letterOf(device) === letter);
}

function letterOf(path: string): string | undefined {
  return /^(?:\/dev\/)?(?:vd|sd|xvd)([a-z])\d*$/.exec(path)?.[1];
}
