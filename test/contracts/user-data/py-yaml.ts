import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { pythonVenv } from '#infra/local/python-venv';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const INSTALL_MS = 300_000;
const answer = z.union([z.object({ value: z.unknown() }).strict(), z.object({ error: z.string() })]);

/** What PyYAML, the reader of cloud-init, makes of a document. It runs from the file's first test to its last. */
export function pyYaml(): (text: string) => Promise<unknown> {
  let reader: ChildProcessWithoutNullStreams;
  let lines: Interface;
  const waiting: ((line: string) => void)[] = [];
  beforeAll(async () => {
    const logDir = localLogDir('user-data');
    mkdirSync(logDir, { recursive: true });
    const requirements = here('requirements.txt');
    const python = await pythonVenv({ what: 'PyYAML', requirements }, { home: localHome(), logDir });
    reader = spawn(python, [here('read_yaml.py')]);
    lines = createInterface(reader.stdout).on('line', (line) => waiting.shift()?.(line));
  }, INSTALL_MS);
  afterAll(() => {
    lines.close();
    reader.kill();
  });
  return async (text) => {
    const line = await new Promise<string>((resolve) => {
      waiting.push(resolve);
      reader.stdin.write(`${JSON.stringify(text)}\n`);
    });
    const said = answer.parse(JSON.parse(line));
    if ('error' in said) throw new Error(`PyYAML does not read it: ${said.error}\n${text}`);
    return said.value;
  };
}
