import type { RecordKind } from '#shared/domain/_core/define-record';
import type { RecordBase } from '#shared/domain/_core/record';
import { RECORDS } from '#shared/domain/records';
import type { PlainRepositories, SpecialRepositories } from '#shared/ports/store';
import type { KindName } from './_core/keys.ts';
import { kindOf } from './_core/kind.ts';
import { recordRepository } from './_core/record-repository.ts';
import type { Table } from './_core/table.ts';

/** A repository for every declared kind, except for those that have their own. */
export function plainRepositories(table: Table, special: SpecialRepositories): PlainRepositories {
  const repositories = Object.entries(RECORDS).flatMap(([name, declared]) => {
    if (name in special || !('schema' in declared)) return [];
    // Each repository only passes its kind what it has read or got as that kind.
    const kind = kindOf(declared as unknown as RecordKind<RecordBase, KindName>);
    return [[name, recordRepository(table, kind)]];
  });
  return Object.fromEntries(repositories);
}
