/**
 * A mount point. It must be one word in the machine's fstab, and below `/`, which is the mount point of the system
 * volume. Apart from a slash at the end, each folder has only one valid spelling.
 */
export const MOUNT_POINT = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)+\/?$/;
/** A file system that `mkfs` can create: `ext4`, `btrfs`. */
export const FILESYSTEM = /^[a-z0-9]+$/;
