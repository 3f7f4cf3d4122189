import { changed, type RecordBase } from '#shared/domain/_core/record';
import { brakeRemoval } from '#shared/domain/cluster-access/deletion-brake';
import { diffListed } from '#shared/domain/cluster-access/diff-listed';
import type { Write } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import type { SyncDeps, SyncReport } from './sync-job.ts';

type Listed<T> = {
  repository: { insert(item: T): Write; replace(item: T): Write; remove(item: T): Write };
  recorded: readonly T[];
  /** Records made from the backend's list. */
  found: readonly T[];
  /** Fields that are copied from the backend. */
  fields: readonly (keyof T & string)[];
  /** Whether other records refer to the item. A used item is kept even if the backend no longer has it. */
  isUsed: (item: T) => boolean;
};

/**
 * Makes records match a backend's list. A record is deleted only if nothing refers to it and two lists in a row lack
 * it, because a single list may be incomplete (docs/spec/access.md#brakes-of-sync-jobs). In Waldur, a single incomplete
 * list takes everybody's access away.
 */
export async function syncList<T extends RecordBase>(
  { store, clock, brake }: Pick<SyncDeps, 'store' | 'clock' | 'brake'>,
  suspects: ReadonlySet<string>,
  { repository, recorded, found, fields, isUsed }: Listed<T>,
): Promise<{ report: SyncReport; suspects: string[] }> {
  const { create, change, missing } = diffListed(recorded, found, fields);
  const candidates = missing.map((item) => ({ id: item.uuid, item }));
  const braked = brakeRemoval({ candidates, total: recorded.length, suspects }, brake);

  await commitInChunks(store, create, (item) => [repository.insert(item)]);
  const now = clock.now();
  const followed = change.map(({ recorded: before, found: seen }) =>
    changed({ ...before, ...Object.fromEntries(fields.map((field) => [field, seen[field]])) }, now, {}),
  );
  await commitInChunks(store, followed, (item) => [repository.replace(item)]);
  const unused = braked.remove.map(({ item }) => item).filter((item) => !isUsed(item));
  await commitInChunks(store, unused, (item) => [repository.remove(item)]);
  const report: SyncReport = {
    written: create.length + followed.length,
    removed: unused.length,
    failed: 0,
    ...(braked.stopped && { stopped: braked.stopped }),
  };
  return { report, suspects: braked.suspects };
}
