import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/**
 * Writes each file under its name and returns the paths, for programs that read only files. The files are removed after
 * the last test of the test file.
 */
export function fileWriter(): (files: Iterable<[string, string]>) => string[] {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'paddock-test-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  return (files) =>
    [...files].map(([name, text]) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    });
}
