/**
 * A mount point: one word in the machine's fstab. It is below `/`, where the system volume is mounted. Each path has
 * only one valid form.
 */
export const MOUNT_POINT = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)+\/?$/;
/** A file system that `mkfs` can create: `ext4`, `btrfs`. */
export const FILESYSTEM = /^[a-z0-9]+$/;
