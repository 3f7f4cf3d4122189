import { expect, test } from 'vitest';
import { newBucket } from './new-bucket.ts';

const backups = await newBucket();

test('each copy is a version of its own, and the newest one is read by default (S3-020)', async () => {
  await backups.put('a/1.json', 'first');
  const first = await backups.read('a/1.json');
  await backups.put('a/1.json', 'second, which is longer');
  expect(first).toEqual({ version: expect.any(String), text: 'first' });
  const newest = await backups.read('a/1.json');
  expect(newest?.text).toBe('second, which is longer');
  expect(await backups.read('a/1.json', first?.version)).toEqual(first);
  const versions = await backups.listVersions('a/1.json');
  expect(versions.map(({ version, sizeBytes }) => ({ version, sizeBytes })).toSorted(bySize)).toEqual([
    { version: first?.version, sizeBytes: 5 },
    { version: newest?.version, sizeBytes: 23 },
  ]);
});

const bySize = (a: { sizeBytes: number }, b: { sizeBytes: number }) => a.sizeBytes - b.sizeBytes;

test('the newest versions of a provider’s copies are listed, however many there are', async () => {
  const keys = Array.from({ length: 1005 }, (_, index) => `many/${String(index).padStart(4, '0')}.json`);
  for (let from = 0; from < keys.length; from += 50) {
    await Promise.all(keys.slice(from, from + 50).map((key) => backups.put(key, 'x')));
  }
  await backups.put('manyother/1.json', 'x');
  const found = await backups.listNewest('many/');
  expect(found.map(({ key }) => key)).toEqual(keys);
  expect(found[0]).toMatchObject({ sizeBytes: 1, takenAt: expect.any(Date) });
}, 60_000);

test('a copy whose key begins with another key is not one of its versions', async () => {
  await backups.put('b/1.json', 'x');
  await backups.put('b/1.json.old', 'x');
  expect(await backups.listVersions('b/1.json')).toHaveLength(1);
});

test('a deleted copy is not listed, and its versions stay (S3-020)', async () => {
  await backups.put('c/1.json', 'x');
  const { version } = (await backups.read('c/1.json')) ?? {};
  await backups.delete('c/1.json');
  expect([await backups.listNewest('c/'), await backups.read('c/1.json')]).toEqual([[], undefined]);
  expect((await backups.read('c/1.json', version))?.text).toBe('x');
  await backups.delete('c/1.json');
});

test('a copy that nobody made is not there', async () => {
  expect(await backups.read('nobody/1.json')).toBeUndefined();
  expect(await backups.listNewest('nobody/')).toEqual([]);
  expect(await backups.listVersions('nobody/1.json')).toEqual([]);
});
