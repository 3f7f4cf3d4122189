import type { Uuid } from '#shared/domain/_core/identifier';
import type { RecordBase } from '#shared/domain/_core/record';
import type { Visibility } from '#shared/domain/organizations/caller';

/**
 * One part of a transaction. Opaque to use cases: repositories make it, `Store.commit` carries it out.
 * What a unique write throws when its key is taken is decided where the write is made.
 */
declare const write: unique symbol;
export type Write = { readonly [write]: true };

/** Newest first; `page` from 1. `total` is kept, not counted, for unfiltered lists (docs/spec/design.md#one-table). */
export type PageRequest = { page: number; pageSize: number };
export type Page<T> = { items: T[]; total: number };

/** Filters that the list has an index for: by the API's name of each, the values of which a record must have one. */
export type Where = Readonly<Record<string, readonly string[]>>;

/** Where to read: what the caller may see, narrowed to one customer or project and by filters when the request asks for it. */
export type Scope = { visibility: Visibility; customerUuid?: Uuid; projectUuid?: Uuid; where?: Where };

export interface Repository<T extends RecordBase> {
  find(uuid: Uuid): Promise<T | undefined>;
  /** Throws NotFound with Waldur's text: "No Cluster matches the given query." */
  get(uuid: Uuid): Promise<T>;
  /** Fails with Conflict when the uuid exists, and with the error that the kind declares where another has what it has alone. */
  insert(item: T): Write;
  /** Writes `item` over version `item.version - 1`; any other stored version is a Conflict. */
  replace(item: T): Write;
  /** Removes exactly the version read. */
  remove(item: T): Write;
}

export interface ListedRepository<T extends RecordBase> extends Repository<T> {
  /** A page of what the scope covers. `matches` filters by what no index serves; it then reads on until the page is full and counts. */
  list(scope: Scope, page: PageRequest, matches?: (item: T) => boolean): Promise<Page<T>>;
}

/** Of a kind that declares its owner. */
export interface OwnedRepository<T extends RecordBase> extends ListedRepository<T> {
  /** Newest first. */
  listByUser(userUuid: Uuid): Promise<T[]>;
}
