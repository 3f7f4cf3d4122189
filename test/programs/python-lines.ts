import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { pythonVenv, type VenvContents } from '#infra/local/emulator/python-venv';
import { localHome, localLogDir } from '#infra/local/local-settings';

const INSTALL_MS = 300_000;
const answer = z.union([z.object({ value: z.unknown() }).strict(), z.object({ error: z.string() })]);

export type PythonProgram = VenvContents & {
  /**
   * Path of the program. For each line of JSON in its input, it writes `{"value": ...}` or `{"error": "..."}` as one
   * line. A line that is no JSON gets an `error`.
   */
  program: string;
  arguments?: readonly string[];
  log: string;
};

/**
 * Starts a Python program to which tests send values. The program runs from the first test of a test file to the last
 * one.
 */
export function pythonLines({
  program,
  arguments: given = [],
  log,
  ...contents
}: PythonProgram): (asked: unknown) => Promise<unknown> {
  let reader: ChildProcessWithoutNullStreams;
  let lines: Interface;
  const waiting: ((line: string) => void)[] = [];
  const answerTo = (line: string) =>
    new Promise<string>((resolve) => {
      waiting.push(resolve);
      reader.stdin.write(`${line}\n`);
    });
  beforeAll(async () => {
    const logDir = localLogDir(log);
    mkdirSync(logDir, { recursive: true });
    const python = await pythonVenv(contents, { home: localHome(), logDir });
    reader = spawn(python, ['-B', program, ...given]);
    lines = createInterface(reader.stdout).on('line', (line) => waiting.shift()?.(line));
    const ended = once(reader, 'exit').then(() => Promise.reject(new Error(`${contents.what} did not start`)));
    // The program answers once it has loaded its modules, which takes seconds on a busy machine. The set-up waits for
    // this, so that no test has to wait.
    await Promise.race([answerTo(''), ended]);
  }, INSTALL_MS);
  afterAll(() => {
    lines.close();
    reader.kill();
  });
  return async (asked) => {
    const said = answer.parse(JSON.parse(await answerTo(JSON.stringify(asked))));
    if ('error' in said)
      throw new Error(
        `${contents.what} does not read it: ${said.error}\n${typeof asked === 'string' ? asked : JSON.stringify(asked)}`,
      );
    return said.value;
  };
}
