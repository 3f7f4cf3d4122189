import type { Uuid } from '#shared/domain/_core/identifier';
import type { RecordBase } from '#shared/domain/_core/record';
import { noMatch } from '#shared/errors';
import { clusterPartition, type Key } from '../_core/keys.ts';
import type { Kind } from '../_core/kind.ts';
import { getRow, rowsOf } from '../_core/read-rows.ts';
import { recordWrites } from '../_core/record-repository.ts';
import type { Table } from '../_core/table.ts';

type Kept<T> = {
  prefix: string;
  key(clusterUuid: Uuid, uuid: Uuid): Key;
  compare(a: T, b: T): number;
};

/** Repository functions for all kinds of records that are kept in a cluster's partition. */
export const clusterParts = <T extends RecordBase>(table: Table, kind: Kind<T>, { prefix, key, compare }: Kept<T>) => ({
  ...recordWrites(kind),
  async listByCluster(clusterUuid: Uuid): Promise<T[]> {
    const rows = await rowsOf(table, { partition: clusterPartition(clusterUuid), prefix });
    return rows.map((row) => kind.schema.parse(row)).sort(compare);
  },
  async get(clusterUuid: Uuid, uuid: Uuid): Promise<T> {
    const row = await getRow(table, key(clusterUuid, uuid));
    if (!row) throw noMatch(kind.title);
    return kind.schema.parse(row);
  },
});

/** Finds a record by its uuid alone, in the lookup index. */
export async function findPart<T extends RecordBase>(table: Table, kind: Kind<T>, partition: string) {
  const [row] = await rowsOf(table, { index: 'lookup', partition });
  return row && kind.schema.parse(row);
}
