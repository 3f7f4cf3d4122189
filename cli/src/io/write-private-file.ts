import { randomUUID } from 'node:crypto';
import { mkdir, open, readlink, realpath, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ifFile } from './if-file.ts';

/**
 * Writes a file that only its owner may read. The file is replaced as a whole, so no reader sees half of it. After a
 * failure the old file stays. If the path is a symbolic link, the link's target is replaced.
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
    // Without `sync`, a power failure could leave an empty file under the final name.
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Returns the path to which symbolic links lead. The file itself may be missing. */
async function resolveLinks(path: string): Promise<string> {
  const target = await ifFile(realpath(path));
  if (target !== undefined) return target;
  const next = await ifLink(readlink(path));
  return next === undefined ? path : await resolveLinks(resolve(dirname(path), next));
}

const ifLink = (reading: Promise<string>): Promise<string | undefined> => reading.catch(() => undefined);
