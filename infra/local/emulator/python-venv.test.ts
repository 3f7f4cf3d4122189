import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findPython } from './python-venv.ts';

const folder = mkdtempSync(join(tmpdir(), 'paddock-python-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Creates a program that prints `version`. The program stands in for Python, which is only asked for its version. */
function pretend(name: string, version: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho ${version}\n`);
  chmodSync(path, 0o755);
  return path;
}

test.each(['3.10.0', '3.13.5', '4.0.1'])('Python %s will do', async (version) => {
  const python = pretend('python-new', version);
  expect(await findPython({ PYTHON: python })).toBe(python);
});

test.each(['2.7.18', '3.9.21'])('Python %s is too old, and the message says so', async (version) => {
  const python = pretend('python-old', version);
  await expect(findPython({ PYTHON: python })).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringContaining(`needs Python 3.10 or later, but ${python} is ${version}. Install`),
  });
});

test('an old python3 does not hide a newer python3.12', async () => {
  pretend('python3', '3.8.0');
  pretend('python3.12', '3.12.1');
  expect(await findPython({ PATH: folder })).toBe('python3.12');
});

test('no Python at all is one sentence with a next step', async () => {
  await expect(findPython({ PATH: join(folder, 'nothing') })).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringMatching(/no python3 was found.*apt-get install python3 python3-venv/),
  });
});
