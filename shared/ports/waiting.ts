/** What waits to be handed over to somebody else: written with the change that it tells of, delivered afterwards at least once. */
export interface WaitingRepository<T> {
  /** Strongly consistent; undefined when it has been handed over. */
  find(key: string): Promise<T | undefined>;
  /** Keys of those that are due by then, those first that have waited longest; from an index, so as good as current. */
  listDue(at: Date, limit: number): Promise<string[]>;
  /** Writes it over exactly the attempt that was read; false when somebody else was faster. */
  replace(before: T, item: T): Promise<boolean>;
  /** Removes exactly the attempt that was read; gone, or written anew meanwhile, is fine. */
  remove(item: T): Promise<void>;
}
