import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** Writes files, by name, for programs that read no other, and answers their paths; they are gone behind the file's last test. */
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
