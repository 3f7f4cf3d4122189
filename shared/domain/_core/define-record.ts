import type { z } from 'zod';
import { type AuditDeclaration, type AuditSchema, auditSchema } from './audit-schema.ts';
import type { Uuid } from './identifier.ts';
import type { RecordBase } from './record.ts';
import type { RecordFilters } from './record-filters.ts';

export type ListName = 'customer' | 'project';
export type RecordPlace = { customerUuid?: Uuid | undefined; projectUuid?: Uuid | undefined };
/** A text that one record has alone. `taken` is thrown where another has it. */
export type UniqueText = { claim: string; taken: () => Error };

/** Everything that the store and the audit have to know of a kind of record. What is not said here follows from it. */
export type RecordKind<T extends RecordBase, N extends string = string> = {
  /** Prefix of its keys, name of its totals, `kind` of its rows. */
  readonly name: N;
  /** Waldur's model name, for messages. */
  readonly title: string;
  readonly schema: z.ZodType<T>;
  /** Lists it stands in besides the list of all. */
  readonly listedBy: readonly ListName[];
  /** A record never moves: its lists and totals are those of the place it was made in. */
  readonly placeOf: (item: T) => RecordPlace;
  /** Its lists are those of the narrow indexes: for what is written often. */
  readonly isListedByRefs?: true;
  /** What its lists are filtered by in the database. */
  readonly filters?: RecordFilters<T>;
  /** The user in whose list it stands. */
  readonly ownerOf?: (item: T) => Uuid;
  readonly uniqueBy?: (item: T) => readonly UniqueText[];
  /** `undefined`: our own bookkeeping, which follows from other records, and copies of what others have. */
  readonly audit: AuditSchema | undefined;
};
/** One that the store lists by its user, too. */
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

/** Declares a kind of record in one place. A line of `shared/domain/records.ts` makes it known. */
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
