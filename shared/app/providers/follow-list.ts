import { changed, type RecordBase } from '#shared/domain/_core/record';
import { brakeRemoval } from '#shared/domain/cluster-access/deletion-brake';
import { diffListed } from '#shared/domain/cluster-access/diff-listed';
import type { Write } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import type { SyncDeps, SyncReport } from './sync-job.ts';

type Listed<T> = {
  repository: { insert(item: T): Write; replace(item: T): Write; remove(item: T): Write };
  recorded: readonly T[];
  /** The records that the backend's list would make. */
  found: readonly T[];
  /** What the backend says of each, and is followed. */
  fields: readonly (keyof T & string)[];
  /** Whether others refer to it: then it stays, though the backend has lost it. */
  isUsed: (item: T) => boolean;
};

/**
 * Makes records what a backend lists. One that is gone from the list goes when it was missing twice and nobody refers to it: in Waldur a
 * list that is short for once takes the access of everybody away (docs/spec/access.md#brakes-of-sync-jobs).
 */
export async function followList<T extends RecordBase>(
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
    ...{ written: create.length + followed.length, removed: unused.length, failed: 0 },
    ...(braked.stopped && { stopped: braked.stopped }),
  };
  return { report, suspects: braked.suspects };
}
