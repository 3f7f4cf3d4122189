import type { Uuid } from '#shared/domain/_core/identifier';
import type { RecordBase } from '#shared/domain/_core/record';
import type { Visibility } from '#shared/domain/organizations/caller';

/**
 * One part of a transaction. A repository makes this part, and `Store.commit` carries it out. If the key of an insert
 * is already taken, the insert determines the error that the commit throws.
 */
declare const write: unique symbol;
export type Write = { readonly [write]: true };

/**
 * Which page of a list to read. The newest record is first in the list, and the first `page` is 1. If the list has no
 * filters, the `total` of the answer is a stored number (docs/spec/design.md#one-table).
 */
export type PageRequest = { page: number; pageSize: number };
export type Page<T> = { items: T[]; total: number };

/** Filters that have an index, by their names in the API. For each filter, a record must have one of the values. */
export type Where = Readonly<Record<string, readonly string[]>>;

/**
 * Which records to list: records that the caller is allowed to see and that match `where`. If a customer or project is
 * given, only the records of this customer or project are listed.
 */
export type Scope = { visibility: Visibility; customerUuid?: Uuid; projectUuid?: Uuid; where?: Where };

export interface Repository<T extends RecordBase> {
  find(uuid: Uuid): Promise<T | undefined>;
  /** Throws NotFound with Waldur's text, such as "No Cluster matches the given query." */
  get(uuid: Uuid): Promise<T>;
  /**
   * The commit throws Conflict if the uuid exists. If a unique value is already taken, the commit throws the error that
   * is declared for this kind of record.
   */
  insert(item: T): Write;
  /** Replaces version `item.version - 1` of the record. The commit throws Conflict if another version is stored. */
  replace(item: T): Write;
  /** Removes the record. The commit throws Conflict if the stored version differs from the version of `item`. */
  remove(item: T): Write;
}

export interface ListedRepository<T extends RecordBase> extends Repository<T> {
  /**
   * One page of the records in the scope. `matches` is for filters without an index: records are read and checked with
   * `matches` until the page is full.
   */
  list(scope: Scope, page: PageRequest, matches?: (item: T) => boolean): Promise<Page<T>>;
}

/** A repository of records that belong to a user. */
export interface OwnedRepository<T extends RecordBase> extends ListedRepository<T> {
  listByUser(userUuid: Uuid): Promise<T[]>;
}

/**
 * An outbox. The transaction of a change also writes an item into the outbox. The item is delivered later, at least
 * once.
 */
export interface WaitingRepository<T> {
  /** Returns undefined if the item was delivered. The read is strongly consistent. */
  find(key: string): Promise<T | undefined>;
  /**
   * Keys of at most `limit` items that are due at this time. The items that have waited longest come first. The read is
   * eventually consistent, because it uses an index.
   */
  listDue(at: Date, limit: number): Promise<string[]>;
  /**
   * Replaces the item if the stored item still equals `before`. Returns false if somebody else has changed the stored
   * item.
   */
  replace(before: T, item: T): Promise<boolean>;
  /**
   * Removes the item if it has not changed since it was read. Also succeeds if the item is gone, or if somebody else
   * has changed it.
   */
  remove(item: T): Promise<void>;
}

/** The page that contains a whole list, however long the list is. */
export const WHOLE_LIST: PageRequest = { page: 1, pageSize: Number.MAX_SAFE_INTEGER };
