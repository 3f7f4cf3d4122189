/** An outbox: an item is written in the transaction of its change, and delivered later at least once. */
export interface WaitingRepository<T> {
  /** Strongly consistent. Answers undefined when the item has been delivered. */
  find(key: string): Promise<T | undefined>;
  /** Keys of the items that are due by then, the longest waiting first. From an index, so eventually consistent. */
  listDue(at: Date, limit: number): Promise<string[]>;
  /** Replaces exactly the attempt that was read. False when another writer was faster. */
  replace(before: T, item: T): Promise<boolean>;
  /** Removes exactly the attempt that was read. Succeeds when the item is gone or was written again. */
  remove(item: T): Promise<void>;
}
