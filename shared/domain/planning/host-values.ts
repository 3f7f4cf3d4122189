/**
 * One word in the machine's fstab. It is below `/`, which is on the system volume, and each path has only one spelling.
 */
export const MOUNT_POINT = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)+\/?$/;
/** A file system that `mkfs` can make: `ext4`, `btrfs`. */
export const FILESYSTEM = /^[a-z0-9]+$/;
