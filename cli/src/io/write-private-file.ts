import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readlink, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CommandError, EXIT } from '../command-error.ts';
import { ifFile } from './if-file.ts';

/**
 * Writes a file that only its owner may read. The file is replaced as a whole, so no reader sees half of it. After a
 * failure the old file stays. If the path is a symbolic link, the link's target is replaced.
 * @throws CommandError if the file or a link to it belongs to another user
 */
export async function writePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
  const target = await resolveOwnFile(path);
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

/** Limit of Linux for the links of one path. */
const MAX_LINKS = 40;

/**
 * Returns the path to which symbolic links lead. The file itself may be missing. Another user who owns the file or a
 * link to it could read what is written, or choose the file that is replaced.
 * @throws CommandError if the file or a link belongs to another user
 */
export async function resolveOwnFile(path: string, links = 0): Promise<string> {
  const found = await ifFile(lstat(path));
  if (found === undefined) return path;
  const me = process.geteuid?.();
  if (me !== undefined && found.uid !== me)
    throw new CommandError(
      `${path} belongs to another user.`,
      EXIT.failed,
      'Write to a file that belongs to you. Programs that run with sudo write to the files of root.',
    );
  if (!found.isSymbolicLink()) return path;
  if (links >= MAX_LINKS) throw new CommandError(`${path} is a link that leads to itself.`, EXIT.failed);
  return resolveOwnFile(resolve(dirname(path), await readlink(path)), links + 1);
}
