import type { RecordBase } from '#shared/domain/_core/record';
import { type LimitedKind, RECORD_BOUNDS, refusalOf } from '#shared/domain/record-bounds';
import { Invalid } from '#shared/errors';
import type { ListedRepository, Scope } from '#shared/ports/store';

const ONE = { page: 1, pageSize: 1 };

/** Throws Invalid if an owner already has as many records of a kind as are allowed. */
export function assertCount(kind: LimitedKind, count: number): void {
  if (count >= RECORD_BOUNDS[kind].most) throw new Invalid({ non_field_errors: [refusalOf(kind)] });
}

/**
 * Throws Invalid if the scope already has as many records as are allowed (domain/record-bounds.ts). Calls at the same
 * time may add a few more, which does no harm.
 * @param isCounted counts only some records, which reads all records of the scope
 */
export async function assertRoom<T extends RecordBase>(
  kind: LimitedKind,
  { list }: Pick<ListedRepository<T>, 'list'>,
  scope: Omit<Scope, 'visibility'>,
  isCounted?: (item: T) => boolean,
): Promise<void> {
  const { total } = await list({ visibility: 'all', ...scope }, ONE, isCounted);
  assertCount(kind, total);
}
