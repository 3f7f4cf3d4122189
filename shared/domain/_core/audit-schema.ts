import type { EventType } from './event-type.ts';
import type { RecordBase } from './record.ts';

/**
 * How events show a changed field. `shown`: with the old and the new value. `named`: only that the field changed,
 * because it holds or refers to a secret. `detail`: like `shown`, but a change of `detail` fields alone makes no event,
 * unless a user makes it. `hidden`: not at all.
 */
export type AuditMode = 'shown' | 'named' | 'detail' | 'hidden';

/** The fields of a record as stored, not parsed. The audit reads only those fields that its schema names. */
export type Facts = Readonly<Record<string, unknown>>;
export type Update = { before: Facts; after: Facts; changed: readonly string[] };

/** The customer, project, cluster and resource of the changed record. These four uuids decide who may see the event. */
export type AuditPlace = {
  customerUuid?: string | undefined;
  projectUuid?: string | undefined;
  clusterUuid?: string | undefined;
  resourceUuid?: string | undefined;
};

/** How the audit describes one kind of record. */
export type AuditSchema = {
  /** Waldur's name of the model. */
  readonly model: string;
  /** The first words of the message of an event. */
  readonly title: string;
  readonly nameOf: (facts: Facts) => string;
  readonly placeOf: (facts: Facts) => AuditPlace;
  readonly fields: Readonly<Record<string, AuditMode>>;
  readonly created: EventType | ((facts: Facts) => EventType);
  readonly updated: EventType | ((update: Update) => EventType);
  readonly deleted: EventType;
};

/**
 * The names of a record's own fields, without the fields of `RecordBase`. For a union of types, the fields of all its
 * types.
 */
type FieldOf<T> = T extends unknown ? Exclude<keyof T & string, keyof RecordBase> : never;
type Decided<T> = Readonly<Record<FieldOf<T>, AuditMode>>;

export const textOf = (facts: Facts, field: string): string | undefined => {
  const value = facts[field];
  return typeof value === 'string' ? value : undefined;
};

const placedAsItself = (facts: Facts): AuditPlace => ({
  customerUuid: textOf(facts, 'customerUuid'),
  projectUuid: textOf(facts, 'projectUuid'),
  clusterUuid: textOf(facts, 'clusterUuid'),
  resourceUuid: textOf(facts, 'resourceUuid'),
});

/** Declares how the audit shows each field of `T`. If a field has no mode, the code does not compile. */
export type AuditDeclaration<T> = Pick<AuditSchema, 'model' | 'title' | 'created' | 'updated' | 'deleted'> & {
  readonly fields: Decided<T>;
  readonly nameOf?: AuditSchema['nameOf'];
  readonly placeOf?: AuditSchema['placeOf'];
};

export const auditSchema = <T>(declared: AuditDeclaration<T>): AuditSchema => ({
  nameOf: (facts) => textOf(facts, 'name') ?? '',
  placeOf: placedAsItself,
  ...declared,
});
