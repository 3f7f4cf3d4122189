import type { z } from 'zod';
import { type AuditDeclaration, type AuditSchema, auditSchema } from './audit-schema.ts';
import type { Uuid } from './identifier.ts';
import type { RecordBase } from './record.ts';
import type { RecordFilters } from './record-filters.ts';

export type ListName = 'customer' | 'project';
export type RecordPlace = { customerUuid?: Uuid | undefined; projectUuid?: Uuid | undefined };
/** A text that only one record can have. `taken` makes the error for a second one. */
export type UniqueText = { claim: string; taken: () => Error };

/** Everything that the store and the audit need to know about a kind of record. */
export type RecordKind<T extends RecordBase, N extends string = string> = {
  /** Prefix of its keys, name of its totals, `kind` of its rows. */
  readonly name: N;
  /** Waldur's model name, for messages. */
  readonly title: string;
  readonly schema: z.ZodType<T>;
  /** The lists that it is in, in addition to the list of all. */
  readonly listedBy: readonly ListName[];
  /** A record never moves: its lists and totals are those of its first place. */
  readonly placeOf: (item: T) => RecordPlace;
  /** Its lists use the narrow indexes, because it is written often. */
  readonly isListedByRefs?: true;
  /** The filters of its lists that the database applies. */
  readonly filters?: RecordFilters<T>;
  /** The user who has a list of these records. */
  readonly ownerOf?: (item: T) => Uuid;
  readonly uniqueBy?: (item: T) => readonly UniqueText[];
  /** `undefined` for our own bookkeeping, which follows from other records, and for copies of other systems' data. */
  readonly audit: AuditSchema | undefined;
};
/** A kind that the store also lists by user. */
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

/** Declares a kind of record in one place. `shared/domain/records.ts` registers it in one line. */
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
