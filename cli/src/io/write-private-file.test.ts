import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLock } from './with-lock.ts';
import { writePrivateFile } from './write-private-file.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-files-'));
  path = join(folder, 'file');
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

test('a file and its folder are for their owner only', async () => {
  const below = join(folder, 'new/folder/file');
  await writePrivateFile(below, 'secret');
  expect([await readFile(below, 'utf8'), await modeOf(below), await modeOf(join(folder, 'new'))]).toEqual([
    ...['secret', 0o600, 0o700],
  ]);
});

test('a file that others could read is closed when it is written again', async () => {
  await writeFile(path, 'old', { mode: 0o644 });
  await chmod(path, 0o644);
  await writePrivateFile(path, 'new');
  expect([await readFile(path, 'utf8'), await modeOf(path)]).toEqual(['new', 0o600]);
});

test.each(['with a file', 'without a file'])('a link %s behind it stays a link', async (kind) => {
  const target = join(folder, 'elsewhere/target');
  await mkdir(join(folder, 'elsewhere'));
  if (kind === 'with a file') await writeFile(target, 'old');
  await symlink('elsewhere/target', join(folder, 'middle'));
  await symlink('middle', path);
  await writePrivateFile(path, 'new');
  expect((await lstat(path)).isSymbolicLink()).toBe(true);
  expect([await readFile(target, 'utf8'), await readdir(join(folder, 'elsewhere'))]).toEqual(['new', ['target']]);
});

test.each(['file', 'link'])('a %s of another user is not written', async (kind) => {
  const target = kind === 'file' ? path : join(folder, 'target');
  await writeFile(target, 'old');
  if (kind === 'link') await symlink('target', path);
  const other = vi.spyOn(process, 'geteuid').mockReturnValue((await stat(target)).uid + 1);
  await expect(writePrivateFile(path, 'secret')).rejects.toThrow(`${path} belongs to another user.`);
  other.mockRestore();
  expect(await readFile(target, 'utf8')).toBe('old');
});

test('a link that leads to itself is refused', async () => {
  await symlink('file', path);
  await expect(writePrivateFile(path, 'secret')).rejects.toThrow(`${path} is a link that leads to itself.`);
});

test('a failure leaves what was there, and nothing besides', async () => {
  // The path is a folder, which a file cannot replace.
  await mkdir(path);
  await expect(writePrivateFile(path, 'secret')).rejects.toMatchObject({ code: 'EISDIR' });
  expect(await readdir(folder)).toEqual(['file']);
});

test('programs that change a file at the same moment do it one after the other', async () => {
  await writeFile(path, '');
  const add = (text: string) =>
    withLock(path, async () => writePrivateFile(path, `${await readFile(path, 'utf8')}${text}`));
  await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(add));
  expect([...(await readFile(path, 'utf8'))].sort().join('')).toBe('abcdef');
  expect(await readdir(folder)).toEqual(['file']);
});

test('a failure leaves no lock, and a lock of a program that was killed does not last', async () => {
  const failing = withLock(path, async () => Promise.reject(new Error('Oops.')));
  await expect(failing).rejects.toThrow('Oops.');
  expect(await readdir(folder)).toEqual([]);
  await writeFile(`${path}.lock`, '');
  await utimes(`${path}.lock`, 0, 0);
  await withLock(path, () => writePrivateFile(path, 'new'));
  expect(await readdir(folder)).toEqual(['file']);
});
