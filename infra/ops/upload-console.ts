import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { CACHE_FOREVER, CACHE_NEVER, typeOf } from '../console/headers.ts';

export type ConsoleFile = { path: string; Key: string; ContentType: string; CacheControl: string };

const isAsset = (path: string): boolean => path.startsWith('assets/');

/**
 * The console's files with their keys in the bucket. The page is uploaded last, so that the page never refers to a file
 * that is not uploaded yet. Files of earlier releases stay for browsers that have an older page open.
 */
export function consoleFiles(folder: string): ConsoleFile[] {
  const paths = globSync(['assets/*', '*.*'], { cwd: folder }).sort((a, b) => Number(isAsset(b)) - Number(isAsset(a)));
  return paths.map((path) => ({
    path: join(folder, path),
    Key: `console/${path}`,
    ContentType: typeOf(path),
    CacheControl: isAsset(path) ? CACHE_FOREVER : CACHE_NEVER,
  }));
}

export async function uploadConsole(s3: S3Client, Bucket: string, folder: string): Promise<void> {
  for (const { path, ...object } of consoleFiles(folder))
    await s3.send(new PutObjectCommand({ Bucket, ...object, Body: await readFile(path) }));
}
