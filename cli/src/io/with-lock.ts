import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CommandError, EXIT } from '../command-error.ts';
import { hasCode, ifFile } from './if-file.ts';

const RETRY_MS = 20;
/** Work takes milliseconds. A lock of this age is left from a program that was killed. */
const STALE_MS = 10_000;
const MAX_WAIT_MS = 2 * STALE_MS;

/**
 * Does work that reads and writes a file, while no other program does. The lock is a file beside it, of the name that
 * `kubectl config` uses for kubeconfigs, too.
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (const deadline = Date.now() + MAX_WAIT_MS; !(await tryToTake(lock)); ) {
    if (Date.now() > deadline)
      throw new CommandError(`Another program writes ${path}.`, EXIT.conflict, `If none does, remove ${lock}.`);
    await removeStale(lock);
    await setTimeout(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Takes the lock, if nobody has it. Returns whether it did. */
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
