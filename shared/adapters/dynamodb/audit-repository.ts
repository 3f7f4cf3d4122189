import { TTL_ATTRIBUTE } from '../../contracts/table.ts';
import { auditEvent, placeOfEvent } from '../../domain/audit/audit-event.ts';
import type { AuditRepository, EventQuery } from '../../ports/audit.ts';
import { type Auditing, auditItem } from './audit-rows.ts';
import { AUDIT_LIST, auditKey, eventsOfCluster, listPartition } from './keys.ts';
import { countRows, getRow, type PartitionQuery, pagesOf } from './read-rows.ts';
import { covers, partitionsOf } from './scope-partitions.ts';
import { nowSeconds, type Row, type Table } from './table.ts';
import { type Condition, putRow } from './write-rows.ts';

/** Behind every uuid. */
const END = '~';

/** Of an event's types one is enough. Events whose time is over do not count, as they are not shown. */
function filterOf(table: Table, { eventTypes = [] }: EventQuery): Condition {
  const types = eventTypes.map((_, index) => `contains(#types, :type${index})`);
  return {
    expression: [`#expiry > :now`, ...(types.length > 0 ? [`(${types.join(' OR ')})`] : [])].join(' AND '),
    names: { '#expiry': TTL_ATTRIBUTE, ...(types.length > 0 && { '#types': 'eventTypes' }) },
    values: {
      ':now': nowSeconds(table),
      ...Object.fromEntries(eventTypes.map((type, index) => [`:type${index}`, type])),
    },
  };
}

function queriesOf(table: Table, query: EventQuery): PartitionQuery[] {
  const { clusterUuid, createdFrom = '', createdTo = END } = query;
  const lists =
    clusterUuid === undefined
      ? partitionsOf({ scopes: ['customer', 'project'] }, query).map(({ index, scope }) => ({
          index,
          partition: listPartition(scope, AUDIT_LIST),
        }))
      : [{ index: 'lookup' as const, partition: eventsOfCluster(clusterUuid) }];
  const range = { from: createdFrom || '0', to: `${createdTo}#${END}` };
  return lists.map((list) => ({ ...list, range, filter: filterOf(table, query), newestFirst: true }));
}

type Reading = { rows: Row[]; total: number };

/**
 * The newest of a partition, and how many there are: counted only where there are more than were wanted, and no further than one
 * page of the database goes, which is some thousand events. Who wants certain types reads on until he has enough of them.
 */
async function read(
  table: Table,
  query: PartitionQuery,
  { wanted, isFiltered }: { wanted: number; isFiltered: boolean },
) {
  const rows: Row[] = [];
  for await (const page of pagesOf(table, { ...query, ...(!isFiltered && { limit: wanted + 1 }) })) {
    rows.push(...page);
    if (rows.length > wanted) return { rows, total: Math.max(rows.length, await countRows(table, query)) };
  }
  return { rows, total: rows.length };
}

/** All rows of a partition are in one place. */
function isCovered(query: EventQuery, { rows: [first] }: Reading): boolean {
  return first !== undefined && covers(query, placeOfEvent(auditEvent.parse(first)) ?? {});
}

/** Events stand in the lists of their place by age, and in their cluster's (docs/decisions/0022-the-store-tells-of-every-change.md). */
export const auditRepository = (table: Table, auditing: Auditing): AuditRepository => ({
  async find(uuid) {
    const row = await getRow(table, auditKey(uuid));
    return row && auditEvent.parse(row);
  },
  async list(query, { page, pageSize }) {
    const wanted = page * pageSize;
    const isFiltered = query.eventTypes !== undefined;
    const readings = await Promise.all(queriesOf(table, query).map((it) => read(table, it, { wanted, isFiltered })));
    const covered = readings.filter((reading) => isCovered(query, reading));
    const events = covered.flatMap(({ rows }) => rows.map((row) => auditEvent.parse(row)));
    events.sort((a, b) => (`${a.created}#${a.uuid}` < `${b.created}#${b.uuid}` ? 1 : -1));
    return {
      items: events.slice(wanted - pageSize, wanted),
      total: covered.reduce((sum, { total }) => sum + total, 0),
    };
  },
  async append(event) {
    const { row = {}, condition } = auditItem(event, auditing);
    await putRow(table, row, condition);
  },
});
