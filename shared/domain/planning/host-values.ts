/**
 * A mount point: one word in the machine's fstab, below `/` because that is the system volume. Each path has only one
 * accepted spelling.
 */
export const MOUNT_POINT = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)+\/?$/;
/** A file system that `mkfs` can make: `ext4`, `btrfs`. */
export const FILESYSTEM = /^[a-z0-9]+$/;
