import type { Uuid } from '#shared/domain/_core/identifier';
import type { RecordBase } from '#shared/domain/_core/record';
import type { Visibility } from '#shared/domain/organizations/caller';

/**
 * One part of a transaction. A repository creates it and `Store.commit` carries it out. Each insert decides which error
 * the commit throws when its key is taken.
 */
declare const write: unique symbol;
export type Write = { readonly [write]: true };

/**
 * A page of a list, newest record first. `page` starts at 1. The `total` of an unfiltered list is a stored number
 * (docs/spec/design.md#one-table).
 */
export type PageRequest = { page: number; pageSize: number };
export type Page<T> = { items: T[]; total: number };

/** Filters that have an index. A key is a filter's name in the API; a record must have one of the key's values. */
export type Where = Readonly<Record<string, readonly string[]>>;

/** Which records to list: visible to the caller, in a customer or project if one is given, and matching `where`. */
export type Scope = { visibility: Visibility; customerUuid?: Uuid; projectUuid?: Uuid; where?: Where };

export interface Repository<T extends RecordBase> {
  find(uuid: Uuid): Promise<T | undefined>;
  /** Throws NotFound with Waldur's text: "No Cluster matches the given query." */
  get(uuid: Uuid): Promise<T>;
  /**
   * The commit throws Conflict if the uuid exists. If another record has the same value in a field that must be unique,
   * the commit throws the error that the kind of record declares.
   */
  insert(item: T): Write;
  /** Replaces version `item.version - 1` by `item`. The commit throws Conflict if another version is stored. */
  replace(item: T): Write;
  /** Removes the record. The commit throws Conflict if another version than `item` is stored. */
  remove(item: T): Write;
}

export interface ListedRepository<T extends RecordBase> extends Repository<T> {
  /**
   * One page of the records in the scope. `matches` is for filters without an index: it is applied to each record that
   * is read, until the page is full.
   */
  list(scope: Scope, page: PageRequest, matches?: (item: T) => boolean): Promise<Page<T>>;
}

/** A repository of records that belong to a user. */
export interface OwnedRepository<T extends RecordBase> extends ListedRepository<T> {
  /** The user's records, newest first. */
  listByUser(userUuid: Uuid): Promise<T[]>;
}

/** An outbox: a change writes an item in the same transaction. The item is delivered later, at least once. */
export interface WaitingRepository<T> {
  /** Strongly consistent. Returns undefined if the item was delivered. */
  find(key: string): Promise<T | undefined>;
  /**
   * Keys of at most `limit` items that are due at this time, the longest waiting first. Eventually consistent, because
   * it reads an index.
   */
  listDue(at: Date, limit: number): Promise<string[]>;
  /** Replaces the item if it is still as in `before`. Returns false if another writer changed it first. */
  replace(before: T, item: T): Promise<boolean>;
  /** Removes the item if it is still as it was read. Also succeeds if the item is gone or has changed. */
  remove(item: T): Promise<void>;
}

/** A page that contains the whole list, however long it is. */
export const WHOLE_LIST: PageRequest = { page: 1, pageSize: Number.MAX_SAFE_INTEGER };
