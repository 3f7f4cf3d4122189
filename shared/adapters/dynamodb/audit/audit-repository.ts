import { TTL_ATTRIBUTE } from '#shared/contracts/table';
import { activityAuditEvent } from '#shared/domain/audit/activity-event';
import { type AuditEvent, auditEvent, placeOfEvent } from '#shared/domain/audit/audit-event';
import type { AuditRepository, EventQuery } from '#shared/ports/audit';
import { type Auditing, auditItem } from '../_core/audit-rows.ts';
import { AUDIT_LIST, auditKey, eventsOfCluster, listPartition } from '../_core/keys.ts';
import { listIndex } from '../_core/kind.ts';
import { countRows, getRow, type PartitionQuery, pagesOf } from '../_core/read-rows.ts';
import { covers, partitionsOf } from '../_core/scope-partitions.ts';
import { nowSeconds, type Table } from '../_core/table.ts';
import { type Condition, putRow } from '../_core/write-rows.ts';

/** Ends a range of sort keys, because the character `~` sorts after every time and every uuid. */
const END = '~';

/**
 * Filter for events of the wanted types. Expired events are left out, because DynamoDB's TTL deletes them late and they
 * must not be counted.
 */
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
      ? partitionsOf({ listedBy: ['customer', 'project'] }, query).map(({ index, scope }) => ({
          index: listIndex({ isListedByRefs: true }, index),
          partition: listPartition(scope, AUDIT_LIST),
        }))
      : [{ index: 'lookup' as const, partition: eventsOfCluster(clusterUuid) }];
  const range = { from: createdFrom || '0', to: `${createdTo}#${END}` };
  return lists.map((list) => ({ ...list, range, filter: filterOf(table, query), newestFirst: !query.oldestFirst }));
}

type Matches = (event: AuditEvent) => boolean;
type Reading = { events: AuditEvent[]; total: number };

/**
 * Reads the first events of a partition and returns a total. Without filters, the database counts the events of the
 * partition, up to one page of some thousand events. With filters, the function reads events until more than `wanted`
 * of them match. The total is then the number of matching events that it has read.
 */
async function read(
  table: Table,
  query: PartitionQuery,
  { wanted, isFiltered, matches }: { wanted: number; isFiltered: boolean; matches: Matches },
): Promise<Reading> {
  const events: AuditEvent[] = [];
  for await (const rows of pagesOf(table, { ...query, ...(!isFiltered && { limit: wanted + 1 }) })) {
    events.push(...rows.map((row) => auditEvent.parse(row)).filter(matches));
    if (events.length <= wanted) continue;
    const total = isFiltered ? events.length : Math.max(events.length, await countRows(table, query));
    return { events, total };
  }
  return { events, total: events.length };
}

const byAge = (a: AuditEvent, b: AuditEvent): number => (`${a.created}#${a.uuid}` < `${b.created}#${b.uuid}` ? -1 : 1);

/**
 * Whether the caller may see the event. In the list of a customer or project, all events belong to this customer or
 * project, so only the first event is checked. The events of a cluster may belong to several customers and projects, so
 * each event is checked.
 */
const isCovered = (query: EventQuery, event: AuditEvent | undefined): boolean =>
  event !== undefined && covers(query, placeOfEvent(event) ?? {});

/**
 * Each audit event is in the lists of its customer, project and cluster, sorted by age
 * (docs/decisions/0022-the-store-records-every-change.md).
 */
export const auditRepository = (table: Table, auditing: Auditing): AuditRepository => {
  const append = async (event: AuditEvent): Promise<void> => {
    const { row = {}, condition } = auditItem(event, auditing);
    await putRow(table, row, condition);
  };
  return {
    async find(uuid) {
      const row = await getRow(table, auditKey(uuid));
      return row && auditEvent.parse(row);
    },
    async list(query, { page, pageSize }, matches) {
      if (query.eventTypes?.length === 0) return { items: [], total: 0 };
      const wanted = page * pageSize;
      const ofCluster = query.clusterUuid !== undefined;
      const reader = {
        wanted,
        isFiltered: matches !== undefined || ofCluster || query.eventTypes !== undefined,
        matches: (event: AuditEvent) => (matches?.(event) ?? true) && (!ofCluster || isCovered(query, event)),
      };
      const readings = await Promise.all(queriesOf(table, query).map((it) => read(table, it, reader)));
      const covered = readings.filter(({ events: [first] }) => isCovered(query, first));
      const events = covered.flatMap((reading) => reading.events).sort(byAge);
      if (!query.oldestFirst) events.reverse();
      return {
        items: events.slice(wanted - pageSize, wanted),
        total: covered.reduce((sum, { total }) => sum + total, 0),
      };
    },
    append,
    recordActivity: (activity) =>
      append(
        activityAuditEvent({ actor: auditing.actor(), now: table.clock.now(), newUuid: auditing.newUuid }, activity),
      ),
  };
};
