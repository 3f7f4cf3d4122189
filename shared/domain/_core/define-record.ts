import type { z } from 'zod';
import { type AuditDeclaration, type AuditSchema, auditSchema } from './audit-schema.ts';
import type { Uuid } from './identifier.ts';
import type { RecordBase } from './record.ts';
import type { RecordFilters } from './record-filters.ts';

export type ListName = 'customer' | 'project';
export type RecordPlace = { customerUuid?: Uuid | undefined; projectUuid?: Uuid | undefined };
/** A text that only one record may have. `taken` returns the error for a text that another record already has. */
export type UniqueText = { claim: string; taken: () => Error };

/** What the store and the audit need to know about a kind of record. */
export type RecordKind<T extends RecordBase, N extends string = string> = {
  /**
   * Name of the kind in the table. Keys begin with it, totals are counted under it, and rows have it as their `kind`.
   */
  readonly name: N;
  /** Waldur's model name, for messages. */
  readonly title: string;
  readonly schema: z.ZodType<T>;
  /** The lists that contain the record, besides the list of all records of its kind. */
  readonly listedBy: readonly ListName[];
  /**
   * The customer and the project of the record. They never change, so that the record stays in the same lists and
   * totals.
   */
  readonly placeOf: (item: T) => RecordPlace;
  /**
   * True for a kind whose records are often written. The lists of these records are in indexes with only a few
   * attributes, so a write costs less.
   */
  readonly isListedByRefs?: true;
  /** The filters that the database applies when it reads a list of these records. */
  readonly filters?: RecordFilters<T>;
  /** The user who owns the record. The store lists records by owner. */
  readonly ownerOf?: (item: T) => Uuid;
  readonly uniqueBy?: (item: T) => readonly UniqueText[];
  /**
   * How the audit shows the record. Undefined if changes of the record make no events, because the record is derived
   * from other records or is a copy of another system's data.
   */
  readonly audit: AuditSchema | undefined;
};
/** A kind of record in which each record has an owner. The store also lists these records by owner. */
export type OwnedKind<T extends RecordBase, N extends string = string> = RecordKind<T, N> & {
  readonly ownerOf: (item: T) => Uuid;
};

type Declaration<T extends RecordBase, N extends string> = Omit<RecordKind<T, N>, 'listedBy' | 'placeOf' | 'audit'> &
  Partial<Pick<RecordKind<T, N>, 'listedBy' | 'placeOf'>> & {
    readonly audit: AuditDeclaration<T> | undefined;
  };
type OwnedDeclaration<T extends RecordBase, N extends string> = Declaration<T, N> & Pick<OwnedKind<T, N>, 'ownerOf'>;

const placedAsItself = (item: RecordBase & RecordPlace): RecordPlace => ({
  customerUuid: item.customerUuid,
  projectUuid: item.projectUuid,
});

/** Declares a kind of record in one place. Each kind also needs a line in `shared/domain/records.ts`. */
export function defineRecord<T extends RecordBase, N extends string>(declared: OwnedDeclaration<T, N>): OwnedKind<T, N>;
export function defineRecord<T extends RecordBase, N extends string>(declared: Declaration<T, N>): RecordKind<T, N>;
export function defineRecord<T extends RecordBase, N extends string>(declared: Declaration<T, N>): RecordKind<T, N> {
  const { listedBy = [] } = declared;
  return {
    listedBy,
    placeOf: listedBy.length > 0 ? placedAsItself : () => ({}),
    ...declared,
    audit: declared.audit && auditSchema<T>(declared.audit),
  };
}
