import type { EventType } from './event-type.ts';
import type { RecordBase } from './record.ts';

/**
 * How the audit shows a field. `shown`: old and new value. `named`: only that it changed, because it stands for a
 * secret. `detail`: like `shown`, but a change of nothing else is not an event. `hidden`: not at all.
 */
export type AuditMode = 'shown' | 'named' | 'detail' | 'hidden';

/** A stored record before its schema is applied. Only the fields that the table names are read. */
export type Facts = Readonly<Record<string, unknown>>;
export type Update = { before: Facts; after: Facts; changed: readonly string[] };

/** The place of the change. */
export type AuditPlace = {
  customerUuid?: string | undefined;
  projectUuid?: string | undefined;
  clusterUuid?: string | undefined;
  resourceUuid?: string | undefined;
};

/** How the audit describes one kind of record. */
export type AuditSchema = {
  /** Waldur's model name. */
  readonly model: string;
  /** The first words of a message. */
  readonly title: string;
  readonly nameOf: (facts: Facts) => string;
  readonly placeOf: (facts: Facts) => AuditPlace;
  readonly fields: Readonly<Record<string, AuditMode>>;
  readonly created: EventType | ((facts: Facts) => EventType);
  readonly updated: EventType | ((update: Update) => EventType);
  readonly deleted: EventType;
};

/** The fields of each type in a union. */
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

/** Every field of `T` needs a mode: a new field without one does not compile. */
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
