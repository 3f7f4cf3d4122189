import type { RecordBase } from '#shared/domain/_core/record';
import { noMatch } from '#shared/errors';
import type { ListedRepository, OwnedRepository } from '#shared/ports/store';
import { claiming, releasing } from './claim-repository.ts';
import { listOfUser, recordKey } from './keys.ts';
import { changedMeanwhile, countsOf, existsAlready, type Kind, rowOf } from './kind.ts';
import { listPage } from './lists/list-page.ts';
import { type PlannedItem, plannedWrite } from './planned-write.ts';
import { getRow, rowsOf } from './read-rows.ts';
import type { Table } from './table.ts';
import { readWhole } from './whole-rows.ts';
import { ABSENT, type Condition } from './write-rows.ts';

export const atVersion = (version: number): Condition => ({
  expression: '#version = :version',
  names: { '#version': 'version' },
  values: { ':version': version },
});

export function insertion<T extends RecordBase>(kind: Kind<T>, item: T): PlannedItem {
  return {
    key: kind.keyOf(item),
    row: rowOf(kind, item),
    condition: ABSENT,
    refused: existsAlready(kind.title),
  };
}

export function replacement<T extends RecordBase>(kind: Kind<T>, item: T): PlannedItem {
  return {
    key: kind.keyOf(item),
    row: rowOf(kind, item),
    condition: atVersion(item.version - 1),
    refused: changedMeanwhile(kind.title),
  };
}

export function removal<T extends RecordBase>(kind: Kind<T>, item: T): PlannedItem {
  return {
    key: kind.keyOf(item),
    before: { ...item, kind: kind.name },
    condition: atVersion(item.version),
    refused: changedMeanwhile(kind.title),
  };
}

const claimsOf = <T extends RecordBase>(kind: Kind<T>, item: T): PlannedItem[] =>
  (kind.uniqueBy?.(item) ?? []).map(({ claim, taken }) => claiming(claim, item.uuid, taken));
const releasesOf = <T extends RecordBase>(kind: Kind<T>, item: T): PlannedItem[] =>
  (kind.uniqueBy?.(item) ?? []).map(({ claim }) => releasing(claim));

/**
 * The writes of one kind of record. Inserting or removing a record also writes the claims on its unique values and the
 * totals of lists.
 */
export function recordWrites<T extends RecordBase>(
  kind: Kind<T>,
): Pick<ListedRepository<T>, 'insert' | 'replace' | 'remove'> {
  return {
    insert: (item) => plannedWrite([insertion(kind, item), ...claimsOf(kind, item)], countsOf(kind, item, 1)),
    replace: (item) => plannedWrite([replacement(kind, item)]),
    remove: (item) => plannedWrite([removal(kind, item), ...releasesOf(kind, item)], countsOf(kind, item, -1)),
  };
}

/**
 * Repository of a kind of record. Each record has its own partition. Throws ZodError if a stored row does not match the
 * schema, which would be a defect.
 */
export function recordRepository<T extends RecordBase>(table: Table, kind: Kind<T>): OwnedRepository<T> {
  const find = async (uuid: string): Promise<T | undefined> => {
    const key = recordKey(kind.name, uuid);
    const row = await (kind.rows ? readWhole(table, kind, key) : getRow(table, key));
    return row && kind.schema.parse(row);
  };
  const get = async (uuid: string): Promise<T> => {
    const item = await find(uuid);
    if (!item) throw noMatch(kind.title);
    return item;
  };
  return {
    ...recordWrites(kind),
    find,
    get,
    list: (scope, page, matches) => listPage(table, kind, scope, page, matches),
    async listByUser(userUuid) {
      const rows = await rowsOf(table, {
        index: 'lookup',
        partition: listOfUser(userUuid, kind.name),
        newestFirst: true,
      });
      return rows.map((row) => kind.schema.parse(row));
    },
  };
}
