/** One word of the machine's fstab, below the root, which is the system volume's; of one place there is one spelling. */
export const MOUNT_POINT = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)+\/?$/;
/** A kind that `mkfs` makes: `ext4`, `btrfs`. */
export const FILESYSTEM = /^[a-z0-9]+$/;
