import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { z } from 'zod';
import { AUDIT_KIND } from '#shared/contracts/table';
import type { Uuid } from '#shared/domain/_core/identifier';
import { type AuditEvent, auditEvent } from '#shared/domain/audit/audit-event';
import { auditSchemaOf, buildAuditEvents, type RecordChange } from '#shared/domain/audit/build-audit-events';
import type { CurrentActor } from '#shared/ports/audit';
import { expiresAfter } from './expiry.ts';
import {
  ALL,
  AUDIT_LIST,
  ageKey,
  auditKey,
  customerScope,
  eventsOfCluster,
  listPartition,
  projectScope,
} from './keys.ts';
import { existsAlready } from './kind.ts';
import type { PlannedItem } from './planned-write.ts';
import { getRow } from './read-rows.ts';
import type { Row, Table } from './table.ts';
import { ABSENT } from './write-rows.ts';

/** Dependencies of the code that writes audit events. `tableName` is the table of events. */
export type Auditing = { actor: CurrentActor; tableName: string; retentionDays: number; newUuid: () => Uuid };

const DAY_SECONDS = 24 * 3600;

/** Columns that put an event into the list of all events, and into the lists of its customer, project and cluster. */
const listsOf = ({ customerUuid, projectUuid, clusterUuid, created, uuid }: AuditEvent): Row => ({
  allRef: listPartition(ALL, AUDIT_LIST),
  ...(customerUuid && { customerRef: listPartition(customerScope(customerUuid), AUDIT_LIST) }),
  ...(projectUuid && { projectRef: listPartition(projectScope(projectUuid), AUDIT_LIST) }),
  listSk: ageKey({ created, uuid }),
  ...(clusterUuid && { lookupPk: eventsOfCluster(clusterUuid), lookupSk: ageKey({ created, uuid }) }),
});

export function auditItem(event: AuditEvent, { tableName, retentionDays }: Auditing): PlannedItem {
  const key = auditKey(event.uuid);
  const kept = expiresAfter(event.created, retentionDays * DAY_SECONDS);
  const row = { ...event, ...key, kind: AUDIT_KIND, ...listsOf(event), ...kept };
  return { key, tableName, row, condition: ABSENT, refused: existsAlready('Event') };
}

const kindOf = ({ row, before, whole }: PlannedItem): string => {
  const { kind } = whole?.after ?? whole?.before ?? row ?? before ?? {};
  return typeof kind === 'string' ? kind : '';
};

/**
 * The row that a write replaces, in the version that the writer has read. Throws at once if the stored row has a
 * different version. Undefined if the write creates the record.
 */
async function replacedBy(table: Table, item: PlannedItem): Promise<Row | undefined> {
  const { row, before, key } = item;
  if (before !== undefined || row === undefined) return before;
  const { version } = row;
  if (typeof version !== 'number' || version === 0) return undefined;
  const found = table.seen.at(key, version - 1) ?? (await getRow(table, key));
  if (found !== undefined && found.version !== version - 1) throw item.refused();
  return found;
}

async function changeOf(table: Table, item: PlannedItem): Promise<RecordChange[]> {
  const kind = kindOf(item);
  if (auditSchemaOf(kind) === undefined || item.isPart) return [];
  if (item.whole) return [{ kind, ...item.whole }];
  return [{ kind, before: await replacedBy(table, item), after: item.row }];
}

/** Makes the audit events of these changes. The events are written in the same transaction as the changes. */
export async function auditItems(
  table: Table,
  auditing: Auditing,
  items: readonly PlannedItem[],
): Promise<PlannedItem[]> {
  const changes = (await Promise.all(items.map((item) => changeOf(table, item)))).flat();
  const { actor, newUuid } = auditing;
  const events = buildAuditEvents({ actor: actor(), now: table.clock.now(), newUuid }, changes);
  return events.map((event) => auditItem(event, auditing));
}

const image = z.record(
  z.string(),
  z.custom<AttributeValue>((value) => typeof value === 'object' && value !== null),
);

/** Parses the audit event in the `NewImage` of a stream record. Throws ZodError if the image is no event. */
export const eventOfImage = (newImage: unknown): AuditEvent => auditEvent.parse(unmarshall(image.parse(newImage)));
