import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CommandError, EXIT } from '../command-error.ts';
import { hasCode, ifFile } from './if-file.ts';

const RETRY_MS = 20;
/**
 * Maximum age of a lock in milliseconds. Work under a lock takes only some milliseconds, so an older lock belongs to a
 * program that was killed.
 */
const STALE_MS = 10_000;
const MAX_WAIT_MS = 2 * STALE_MS;

/**
 * Runs work that reads and writes a file, under a lock that excludes other programs. The lock is the file
 * `<path>.lock`. `kubectl config` locks kubeconfigs with a file of the same name.
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (const deadline = Date.now() + MAX_WAIT_MS; !(await tryToTake(lock)); ) {
    if (Date.now() > deadline)
      throw new CommandError(
        `Another program is writing ${path}.`,
        EXIT.conflict,
        `If no other program is writing the file, remove the lock ${lock}.`,
      );
    await removeStale(lock);
    await setTimeout(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Takes the lock if it is free. Returns whether it was free. */
async function tryToTake(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx', 0o600);
    await file.close();
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function removeStale(lock: string): Promise<void> {
  const held = await ifFile(stat(lock));
  if (held !== undefined && Date.now() - held.mtimeMs > STALE_MS) await rm(lock, { force: true });
}
