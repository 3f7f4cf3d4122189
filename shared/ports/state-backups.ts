/** One version of a stored copy. */
export type StoredCopy = { key: string; version: string; takenAt: Date; sizeBytes: number };

/**
 * The bucket that stores copies of clusters' objects. Each write makes a new version of the copy, and earlier versions
 * stay for some time. Calls may throw BackendUnavailable and BackendThrottled.
 */
export interface StateBackups {
  put(key: string, text: string): Promise<void>;
  /** The newest versions of all copies whose keys begin with this text. */
  listNewest(prefix: string): Promise<Omit<StoredCopy, 'version'>[]>;
  /** All versions of one copy, newest first. */
  listVersions(key: string): Promise<StoredCopy[]>;
  /** Deletes the copy. Its versions stay for some time. */
  delete(key: string): Promise<void>;
  /** The given version, or the newest version if none is given. Undefined if the version does not exist. */
  read(key: string, version?: string): Promise<{ version: string; text: string } | undefined>;
}
