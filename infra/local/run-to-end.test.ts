import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type RunOptions, runToEnd } from './run-to-end.ts';

const folder = mkdtempSync(join(tmpdir(), 'paddock-run-'));
afterAll(() => rmSync(folder, { recursive: true }));
const logFile = join(folder, 'logs', 'program.log');

const program = (source: string, more: Partial<RunOptions> = {}): RunOptions => ({
  name: 'the deployment',
  command: process.execPath,
  args: ['-e', source],
  logFile,
  timeoutMs: 20_000,
  onFailure: 'look at its end',
  ...more,
});

test('a program that ends well answers what it has said, which is in its log too', async () => {
  expect(await runToEnd(program('console.log("made"); console.error("warned")'))).toMatch(
    /made\n.*warned|warned\n.*made/s,
  );
  expect(readFileSync(logFile, 'utf8')).toContain('warned');
});

test('a program that fails is one sentence with its code, what to do and where its log is', async () => {
  await expect(runToEnd(program('process.exit(3)'))).rejects.toMatchObject({
    name: 'OperatorError',
    message: `The deployment failed (3): look at its end. Its log: ${logFile}`,
  });
});

test('a program that takes too long is ended', async () => {
  const hanging = program('setInterval(() => {}, 1000)', { timeoutMs: 50 });
  await expect(runToEnd(hanging)).rejects.toThrow('failed (SIGTERM)');
});

test('a program is ended when nobody wants to wait for it any more, and not started when that is known before', async () => {
  const given = new AbortController();
  const running = runToEnd(program('setInterval(() => {}, 1000)', { signal: given.signal }));
  given.abort();
  await expect(running).rejects.toThrow('failed (SIGTERM)');
  await expect(runToEnd(program('', { signal: given.signal }))).rejects.toThrow('aborted');
});

test('a program that is not there is one sentence', async () => {
  const missing = program('', { command: join(folder, 'nothing') });
  await expect(runToEnd(missing)).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringMatching(/^Cannot start the deployment .*ENOENT\.$/),
  });
});
