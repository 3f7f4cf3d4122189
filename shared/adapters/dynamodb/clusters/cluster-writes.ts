import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ListedRepository } from '#shared/ports/store';
import { contentsOf, HEAD, rewritten, versionsIn } from '../_core/cluster-rows.ts';
import type { Key } from '../_core/keys.ts';
import { changedMeanwhile, countsOf, existsAlready, rowOf } from '../_core/kind.ts';
import { CLUSTERS } from '../_core/kinds.ts';
import { type PlannedItem, plannedWrite } from '../_core/planned-write.ts';
import { atVersion } from '../_core/record-repository.ts';
import type { Row, Table } from '../_core/table.ts';
import { readWhole, wholeKey } from '../_core/whole-rows.ts';
import { ABSENT } from '../_core/write-rows.ts';

export const lostCluster = changedMeanwhile(CLUSTERS.title);
export const headKey = (item: Cluster): Key => ({ ...CLUSTERS.keyOf(item), sk: HEAD });

type Guard = Pick<PlannedItem, 'condition' | 'refused'>;
const guardedBy = (condition: NonNullable<PlannedItem['condition']>, refused = lostCluster): Guard => ({
  condition,
  refused,
});

/** The rows to write, from those before. The head's condition guards all of them. */
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

/** The version before, which the writer has read. */
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

/** Each write has the head, and those other rows that differ. */
export const clusterWrites = (table: Table): Pick<ListedRepository<Cluster>, 'insert' | 'replace' | 'remove'> => ({
  insert: (item) =>
    plannedWrite(
      itemsOf(item, undefined, guardedBy(ABSENT, existsAlready(CLUSTERS.title))),
      countsOf(CLUSTERS, item, 1),
    ),
  replace: (item) =>
    plannedWrite(async () => itemsOf(item, await replacedBy(table, item), guardedBy(atVersion(item.version - 1)))),
  remove: (item) => plannedWrite(removal(item), countsOf(CLUSTERS, item, -1)),
});
