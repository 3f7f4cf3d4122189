/** A map that remembers its contents for a minute, since lists from a cache lag behind the writes. */
export class RecentMap<T> extends Map<string, T> {
  readonly #now: () => number;
  #changes: { key: string; before: { value: T } | undefined; at: number }[] = [];

  constructor(now: () => number) {
    super();
    this.#now = now;
  }

  override set(key: string, value: T): this {
    this.#note(key);
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    this.#note(key);
    return super.delete(key);
  }

  override clear(): void {
    this.#changes = [];
    super.clear();
  }

  /** The contents `ms` milliseconds ago. An object that was changed in place appears as it is now. */
  ago(ms: number): ReadonlyMap<string, T> {
    const since = this.#changes.filter(({ at }) => at > this.#now() - ms);
    if (since.length === 0) return this;
    const then = new Map(this);
    for (const { key, before } of since.toReversed()) {
      if (before) then.set(key, before.value);
      else then.delete(key);
    }
    return then;
  }

  #note(key: string): void {
    const at = this.#now();
    while ((this.#changes[0]?.at ?? at) < at - REMEMBERED) this.#changes.shift();
    const value = this.get(key);
    this.#changes.push({ key, before: value === undefined ? undefined : { value }, at });
  }
}

const REMEMBERED = 60_000;
