import type { Uuid } from '#shared/domain/_core/identifier';
import type { RecordBase } from '#shared/domain/_core/record';
import type { Visibility } from '#shared/domain/organizations/caller';

/**
 * One part of a transaction. Repositories create it and `Store.commit` carries it out; use cases do not look inside.
 * Each unique write decides which error it throws when its key is taken.
 */
declare const write: unique symbol;
export type Write = { readonly [write]: true };

/**
 * Newest first. `page` begins at 1. `total` of an unfiltered list is stored, not counted
 * (docs/spec/design.md#one-table).
 */
export type PageRequest = { page: number; pageSize: number };
export type Page<T> = { items: T[]; total: number };

/** Filters that have an index. For each, by its name in the API, the values of which a record must have one. */
export type Where = Readonly<Record<string, readonly string[]>>;

/** What to list: everything that the caller may see, narrowed by a customer or project and by filters. */
export type Scope = { visibility: Visibility; customerUuid?: Uuid; projectUuid?: Uuid; where?: Where };

export interface Repository<T extends RecordBase> {
  find(uuid: Uuid): Promise<T | undefined>;
  /** Throws NotFound with Waldur's text: "No Cluster matches the given query." */
  get(uuid: Uuid): Promise<T>;
  /** Fails with Conflict when the uuid exists, and with the error that the kind declares where another has what it has alone. */
  insert(item: T): Write;
  /** Writes `item` over version `item.version - 1`. Throws Conflict when another version is stored. */
  replace(item: T): Write;
  /** Removes exactly the version that was read. */
  remove(item: T): Write;
}

export interface ListedRepository<T extends RecordBase> extends Repository<T> {
  /**
   * One page of the scope. `matches` filters by what no index serves; the list then reads on until the page is full,
   * and counts.
   */
  list(scope: Scope, page: PageRequest, matches?: (item: T) => boolean): Promise<Page<T>>;
}

/** Of a kind that declares its owner. */
export interface OwnedRepository<T extends RecordBase> extends ListedRepository<T> {
  /** Newest first. */
  listByUser(userUuid: Uuid): Promise<T[]>;
}

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

/** One page with the whole list. The store reads it query by query. */
export const WHOLE_LIST: PageRequest = { page: 1, pageSize: Number.MAX_SAFE_INTEGER };
