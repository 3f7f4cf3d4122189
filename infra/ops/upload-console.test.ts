import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CACHE_FOREVER, CACHE_NEVER } from '../console/headers.ts';
import { consoleFiles } from './upload-console.ts';

test('the page is uploaded after the files that it names, and only it is asked for each time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-upload-'));
  mkdirSync(join(folder, 'assets'));
  for (const name of ['index.html', 'assets/index-a.js', 'assets/index-b.css']) writeFileSync(join(folder, name), '');
  const files = consoleFiles(folder).map(({ Key, ContentType, CacheControl }) => [Key, ContentType, CacheControl]);
  rmSync(folder, { recursive: true });
  expect(files.slice(0, 2).sort()).toEqual([
    ['console/assets/index-a.js', 'text/javascript; charset=utf-8', CACHE_FOREVER],
    ['console/assets/index-b.css', 'text/css; charset=utf-8', CACHE_FOREVER],
  ]);
  expect(files[2]).toEqual(['console/index.html', 'text/html; charset=utf-8', CACHE_NEVER]);
});
