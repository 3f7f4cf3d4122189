import { z } from 'zod';
import { instant, uuid } from './identifier.ts';

/**
 * Fields of every stored record. `version` is an optimistic lock, because each write names the version that it read
 * (docs/spec/design.md#one-table).
 */
export const record = z.object({
  uuid,
  version: z.number().int().nonnegative(),
  created: instant,
  modified: instant,
});
export type RecordBase = z.infer<typeof record>;

export function newRecord(id: string, now: Date): RecordBase {
  return { uuid: id, version: 0, created: now.toISOString(), modified: now.toISOString() };
}

export function changed<T extends RecordBase>(item: T, now: Date, fields: Partial<Omit<T, keyof RecordBase>>): T {
  return { ...item, ...fields, version: item.version + 1, modified: now.toISOString() };
}

/** Whether a grant or a token is still valid. At `expiresAt` it is already invalid. */
export const isValidAt = ({ expiresAt }: { expiresAt?: string | undefined }, now: Date): boolean =>
  expiresAt === undefined || Date.parse(expiresAt) > now.getTime();
