import { randomUUID } from 'node:crypto';
import { mkdir, open, readlink, realpath, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ifFile } from './if-file.ts';

/**
 * Writes a file that only its owner may read, as a whole: nobody reads half of it, and a failure leaves what was there.
 * A symbolic link stays, and the file that it leads to is written.
 */
export async function writePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
  const target = await resolveLinks(path);
  const written = `${target}.${randomUUID()}`;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    await writeToDisk(written, content);
    await rename(written, target);
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
}

async function writeToDisk(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    // Without it, a machine that loses its power may have renamed an empty file.
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The file that a path leads to, which need not exist. */
async function resolveLinks(path: string): Promise<string> {
  const target = await ifFile(realpath(path));
  if (target !== undefined) return target;
  const next = await ifLink(readlink(path));
  return next === undefined ? path : await resolveLinks(resolve(dirname(path), next));
}

const ifLink = (reading: Promise<string>): Promise<string | undefined> => reading.catch(() => undefined);
