import type { EventType } from './event-type.ts';
import type { RecordBase } from './record.ts';

/**
 * What is told of a field. `shown`: what it was and is; `named`: that it changed, because it stands for a secret; `detail`: as
 * `shown`, but a change of nothing else is no event; `hidden`: nothing.
 */
export type AuditMode = 'shown' | 'named' | 'detail' | 'hidden';

/** A stored record before its schema has been applied: only what the table names is read of it. */
export type Facts = Readonly<Record<string, unknown>>;
export type Update = { before: Facts; after: Facts; changed: readonly string[] };

/** Where it happened. */
export type AuditPlace = {
  customerUuid?: string | undefined;
  projectUuid?: string | undefined;
  clusterUuid?: string | undefined;
  resourceUuid?: string | undefined;
};

/** How the audit tells of one kind of record. */
export type AuditSchema = {
  /** Waldur's model name. */
  readonly model: string;
  /** What a message begins with. */
  readonly title: string;
  readonly nameOf: (facts: Facts) => string;
  readonly placeOf: (facts: Facts) => AuditPlace;
  readonly fields: Readonly<Record<string, AuditMode>>;
  readonly created: EventType | ((facts: Facts) => EventType);
  readonly updated: EventType | ((update: Update) => EventType);
  readonly deleted: EventType;
};

/** Of each of the types where there are several. */
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

/** Every field of `T` needs its mode: a new field without one does not compile. */
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
