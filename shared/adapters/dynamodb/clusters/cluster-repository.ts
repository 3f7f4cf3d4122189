import { z } from 'zod';
import { wholeClusterMachine } from '#shared/domain/clusters/cluster';
import { nodeOperation } from '#shared/domain/clusters/node-operation';
import type { AcceptedWork, ClusterRepository } from '#shared/ports/store';
import { ARGOCD_RENEWALS, CLUSTERS_AT_WORK, recordKey } from '../_core/keys.ts';
import { CLUSTERS } from '../_core/kinds.ts';
import { plannedWrite } from '../_core/planned-write.ts';
import { pagesOf } from '../_core/read-rows.ts';
import { atVersion, recordRepository } from '../_core/record-repository.ts';
import type { Table } from '../_core/table.ts';
import { wholeRows } from '../_core/whole-rows.ts';
import type { Condition } from '../_core/write-rows.ts';
import { clusterWrites, headKey, lostCluster } from './cluster-writes.ts';

/** Earliest first. The first page is enough: the caller's next run finds the rest. */
async function earliest<T>(table: Table, partition: string, schema: z.ZodType<T>, limit: number): Promise<T[]> {
  for await (const page of pagesOf(table, { index: 'lookup', partition, limit })) {
    const { rows } = await wholeRows(table, CLUSTERS, page);
    return rows.map((row) => schema.parse(row));
  }
  return [];
}

const isBy = (at: string | undefined, until: Date): boolean => at !== undefined && at <= until.toISOString();

/** Only the needed fields: a row that cannot be parsed as a whole must not affect the others. */
const work = z.object({
  uuid: z.string(),
  state: z.string(),
  operationUuid: z.string().optional(),
  nodeOperations: z.array(nodeOperation).default([]),
  lookupSk: z.string(),
});

/** An operation on the whole cluster has superseded those on its nodes. */
function workOf({ uuid: clusterUuid, state, operationUuid, nodeOperations }: z.infer<typeof work>, before: Date) {
  const onNodes = nodeOperations
    .filter(({ since }) => isBy(since, before))
    .map(({ uuid, machine }): AcceptedWork => ({ clusterUuid, operationUuid: uuid, machine }));
  if (nodeOperations.length > 0 || operationUuid === undefined) return onNodes;
  return [{ clusterUuid, operationUuid, machine: wholeClusterMachine({ state }) }];
}

const STAYS: Condition = {
  expression: 'attribute_exists(pk) AND NOT #state IN (:scheduled, :deleting)',
  names: { '#state': 'state' },
  values: { ':scheduled': 'DELETION_SCHEDULED', ':deleting': 'DELETING' },
};

/** A cluster's row is in the lookup index during an operation, or while Argo CD's access to it expires. */
export const clusterRepository = (table: Table): ClusterRepository => ({
  ...recordRepository(table, CLUSTERS),
  ...clusterWrites(table),
  assertUnchanged: (item) =>
    plannedWrite([
      {
        key: headKey(item),
        isCheck: true,
        condition: atVersion(item.version),
        refused: lostCluster,
      },
    ]),
  assertStays: (uuid) =>
    plannedWrite([
      {
        key: recordKey('CLUSTER', uuid),
        isCheck: true,
        condition: STAYS,
        refused: lostCluster,
      },
    ]),
  async listArgocdRenewals(until, limit) {
    const clusters = await earliest(table, ARGOCD_RENEWALS, CLUSTERS.schema, limit);
    return clusters.filter(({ argocdToken }) => isBy(argocdToken?.renewAt, until));
  },
  async listAtWork(before, limit) {
    const found = await earliest(table, CLUSTERS_AT_WORK, work, limit);
    const due = found.filter(({ lookupSk }) => isBy(lookupSk.split('#')[0], before));
    return due.flatMap((row) => workOf(row, before));
  },
});
