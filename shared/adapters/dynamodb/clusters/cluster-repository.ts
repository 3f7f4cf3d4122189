import { z } from 'zod';
import { driverName } from '#shared/domain/_core/cluster-driver';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { clusterEvent } from '#shared/domain/clusters/cluster-event';
import { wholeClusterMachine } from '#shared/domain/clusters/cluster-work';
import { nodeOperation } from '#shared/domain/clusters/node-operation';
import { hibernation } from '#shared/domain/timetable/hibernation';
import type { AcceptedWork, ClusterEventRepository, ClusterRepository, ListedRepository } from '#shared/ports/store';
import { contentsOf, HEAD, rewritten, versionsIn } from '../_core/cluster-rows.ts';
import {
  ARGOCD_RENEWALS,
  CLUSTERS_AT_WORK,
  clusterPartition,
  EVENT_PREFIX,
  eventKey,
  type Key,
  recordKey,
} from '../_core/keys.ts';
import { changedMeanwhile, countsOf, existsAlready, rowOf } from '../_core/kind.ts';
import { CLUSTERS } from '../_core/kinds.ts';
import { type PlannedItem, plannedWrite } from '../_core/planned-write.ts';
import { pagesOf, rowsOf } from '../_core/read-rows.ts';
import { atVersion, recordRepository } from '../_core/record-repository.ts';
import type { Row, Table } from '../_core/table.ts';
import { readWhole, wholeKey, wholeRows } from '../_core/whole-rows.ts';
import { ABSENT, type Condition, putRow, removeRows } from '../_core/write-rows.ts';

/**
 * The first clusters of a lookup partition. The sort key starts with a time, so these are the clusters with the
 * earliest times. One page is enough, because the next run of the scheduled job finds the remaining clusters.
 */
async function earliest<T>(table: Table, partition: string, schema: z.ZodType<T>, limit: number): Promise<T[]> {
  for await (const page of pagesOf(table, { index: 'lookup', partition, limit })) {
    const { rows } = await wholeRows(table, CLUSTERS, page);
    return rows.map((row) => schema.parse(row));
  }
  return [];
}

const isBy = (at: string | undefined, until: Date): boolean => at !== undefined && at <= until.toISOString();

/**
 * The fields of a cluster that the lookup of unfinished operations needs. No other field is parsed, so the lookup
 * succeeds even if another field of a row is invalid.
 */
const work = z.object({
  uuid: z.string(),
  state: z.string(),
  operationUuid: z.string().optional(),
  driver: driverName.optional(),
  hibernation: hibernation.pick({ status: true }).optional(),
  nodeOperations: z.array(nodeOperation).default([]),
  lookupSk: z.string(),
});

/**
 * The unfinished operations of a cluster: one on the whole cluster, or some on its nodes. A cluster never has both,
 * because an operation on the whole cluster ends all operations on the nodes when it starts.
 */
function workOf(row: z.infer<typeof work>, before: Date) {
  const { uuid: clusterUuid, operationUuid, nodeOperations } = row;
  const onNodes = nodeOperations
    .filter(({ since }) => isBy(since, before))
    .map(({ uuid, machine }): AcceptedWork => ({ clusterUuid, operationUuid: uuid, machine }));
  if (nodeOperations.length > 0 || operationUuid === undefined) return onNodes;
  return [{ clusterUuid, operationUuid, machine: wholeClusterMachine(row) }];
}

const STAYS: Condition = {
  expression: 'attribute_exists(pk) AND NOT #state IN (:scheduled, :deleting)',
  names: { '#state': 'state' },
  values: { ':scheduled': 'DELETION_SCHEDULED', ':deleting': 'DELETING' },
};

/**
 * Repository of clusters. The lookup index has the clusters with an unfinished operation, and the clusters with a token
 * for Argo CD that must be renewed.
 */
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
  async listAtWork(before) {
    const found: AcceptedWork[] = [];
    for await (const page of pagesOf(table, { index: 'lookup', partition: CLUSTERS_AT_WORK })) {
      const rows = (await wholeRows(table, CLUSTERS, page)).rows.map((row) => work.parse(row));
      const due = rows.filter(({ lookupSk }) => isBy(lookupSk.split('#')[0], before));
      found.push(...due.flatMap((row) => workOf(row, before)));
      if (due.length < rows.length) break;
    }
    return found;
  },
});

const lostCluster = changedMeanwhile(CLUSTERS.title);
const headKey = (item: Cluster): Key => ({ ...CLUSTERS.keyOf(item), sk: HEAD });

type Guard = Pick<PlannedItem, 'condition' | 'refused'>;
const guardedBy = (condition: NonNullable<PlannedItem['condition']>, refused = lostCluster): Guard => ({
  condition,
  refused,
});

/**
 * The rows of a cluster that a write puts or deletes, because they differ from `before`. All these changes depend on
 * one condition on the head row.
 */
function itemsOf(item: Cluster, before: Row | undefined, guard: Guard): PlannedItem[] {
  const { version } = item;
  const { pk } = headKey(item);
  const full = rowOf(CLUSTERS, item);
  const contents = contentsOf(full);
  const { put, removed } = rewritten(before && contentsOf(before), contents);
  const versions = {
    ...versionsIn(before, contents),
    ...Object.fromEntries([...put.keys()].map((sk) => [sk, version])),
  };
  const whole = { ...(before && { before }), after: { ...full, ...wholeKey({ pk }), versions } };
  const puts = [...put].map(([sk, content]): PlannedItem => {
    const row = { ...content, pk, sk, version };
    if (sk === HEAD) return { ...guard, key: { pk, sk }, row: { ...row, versions }, whole };
    return { refused: guard.refused, key: { pk, sk }, row, isPart: true };
  });
  return [...puts, ...removed.map((sk): PlannedItem => ({ refused: guard.refused, key: { pk, sk }, isPart: true }))];
}

/**
 * The row that the write replaces, in the version that the writer has read. Throws if the stored row is missing or has
 * a different version.
 */
async function replacedBy(table: Table, item: Cluster): Promise<Row> {
  const key = CLUSTERS.keyOf(item);
  const version = item.version - 1;
  const before = table.seen.at(wholeKey(key), version) ?? (await readWhole(table, CLUSTERS, key));
  if (before?.version !== version) throw lostCluster();
  return before;
}

function removal(item: Cluster): PlannedItem[] {
  const { pk } = headKey(item);
  const full = rowOf(CLUSTERS, item);
  return [...contentsOf(full).keys()].map((sk): PlannedItem => {
    if (sk !== HEAD) return { refused: lostCluster, key: { pk, sk }, isPart: true };
    return { ...guardedBy(atVersion(item.version)), key: { pk, sk }, whole: { before: full } };
  });
}

/**
 * Writes of clusters. A cluster has several rows. Each write puts the head row, and puts the other rows only if they
 * have changed.
 */
const clusterWrites = (table: Table): Pick<ListedRepository<Cluster>, 'insert' | 'replace' | 'remove'> => ({
  insert: (item) =>
    plannedWrite(
      itemsOf(item, undefined, guardedBy(ABSENT, existsAlready(CLUSTERS.title))),
      countsOf(CLUSTERS, item, 1),
    ),
  replace: (item) =>
    plannedWrite(async () => itemsOf(item, await replacedBy(table, item), guardedBy(atVersion(item.version - 1)))),
  remove: (item) => plannedWrite(removal(item), countsOf(CLUSTERS, item, -1)),
});

/**
 * A cluster's timeline. Its rows are in the cluster's partition. Their keys contain no time, so events are sorted after
 * reading.
 */
export function clusterEventRepository(table: Table): ClusterEventRepository {
  const rowsOfCluster = (clusterUuid: string): Promise<Row[]> =>
    rowsOf(table, { partition: clusterPartition(clusterUuid), prefix: EVENT_PREFIX });
  return {
    async listByCluster(clusterUuid) {
      const events = (await rowsOfCluster(clusterUuid)).map((row) => clusterEvent.parse(row));
      return events.sort((a, b) => a.at.localeCompare(b.at));
    },
    async append(event) {
      await putRow(table, { ...event, ...eventKey(event.clusterUuid, event.key), kind: 'EVENT' }, ABSENT);
    },
    async removeByCluster(clusterUuid) {
      const events = (await rowsOfCluster(clusterUuid)).map((row) => clusterEvent.parse(row));
      await removeRows(
        table,
        events.map(({ key }) => eventKey(clusterUuid, key)),
      );
    },
  };
}
